package io.perfline.gate.imported;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/** Reads the requests of a file one at a time, because the file may be larger than the memory. */
interface SampleReader extends Closeable {

  /**
   * Returns the next request, or null after the last one.
   *
   * @throws io.perfline.core.command.Fault (no verdict) with the line, if the file is cut off or
   *     has another format
   */
  ImportedSample next() throws IOException;

  /** Returns the file and the line of the request that was read last. */
  String position();

  /** Returns the tool's report on its own health, which is complete after the last request. */
  default Map<String, String> metadata() {
    return Map.of();
  }

  /**
   * Returns the share of the intended requests that were started, 0 to 1, or null if the file does
   * not contain it.
   */
  default Double achievedShare() {
    return null;
  }
}
