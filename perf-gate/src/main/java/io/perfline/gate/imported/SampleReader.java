package io.perfline.gate.imported;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;

/** Reads the requests of one file, one at a time: a file may be larger than the memory. */
interface SampleReader extends Closeable {

  /**
   * The next request; null behind the last one.
   *
   * @throws io.perfline.core.command.Fault (no verdict) naming the line, when the file is cut off
   *     or isn't what it should be
   */
  ImportedSample next() throws IOException;

  /** Where the last one stood: file and line. */
  String position();

  /** What the tool says of its own health, once all is read. */
  default Map<String, String> metadata() {
    return Map.of();
  }

  /** Share of what it should have started that it did start, 0 to 1; null where it doesn't say. */
  default Double achievedShare() {
    return null;
  }
}
