package io.perfline.sims.server;

import java.io.IOException;
import java.util.Map;

/** Reads the memory of a server. Unknown figures are null. */
public interface MemoryMeter {

  /**
   * Runs a garbage collection, which pauses the server, and returns the bytes of the heap that are
   * still in use.
   *
   * @throws IOException if the collection failed
   */
  Long liveSet() throws IOException;

  /**
   * Returns the resident memory of each server that the service needs, in bytes, by its name;
   * without those whose memory is unknown.
   */
  default Map<String, Long> needs() {
    return Map.of();
  }

  /** Returns the id of the server's process. */
  long pid();

  /** Returns the largest resident set of the process since it started, in bytes. */
  Long peak();

  /**
   * Returns the sum of the peaks of all heap areas since the process started, in bytes.
   *
   * @throws IOException if it cannot be read
   */
  Long heapPeak() throws IOException;
}
