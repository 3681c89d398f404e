package io.perfline.sims.server;

import java.io.IOException;

/** Reads the memory of a server. A figure that this server doesn't have is null. */
public interface MemoryMeter {

  /**
   * Has the server collect its garbage, which stops it meanwhile, and returns the bytes of the heap
   * that are still in use.
   *
   * @throws IOException if that failed
   */
  Long liveSet() throws IOException;

  /** Returns the id of the process. */
  long pid();

  /** Returns the largest resident set of its process since it started, in bytes. */
  Long peak();

  /**
   * Returns the sum of the largest uses of all parts of its heap since it started, in bytes.
   *
   * @throws IOException if that failed
   */
  Long heapPeak() throws IOException;
}
