package io.perfline.gate.imported;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/** Reads the requests of one file one by one: a file may be larger than the memory. */
interface SampleReader extends Closeable {

  /**
   * Returns the next request; null after the last one.
   *
   * @throws io.perfline.core.command.Fault (no verdict) naming the line, when the file is cut off
   *     or has another format
   */
  ImportedSample next() throws IOException;

  /** File and line of the last one. */
  String position();

  /** Returns the tool's report on its own health, after everything was read. */
  default Map<String, String> metadata() {
    return Map.of();
  }

  /** Started requests as a share of the intended ones, 0 to 1; null where the file has none. */
  default Double achievedShare() {
    return null;
  }
}
