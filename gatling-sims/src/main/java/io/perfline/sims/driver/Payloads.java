package io.perfline.sims.driver;

import java.util.SplittableRandom;

/**
 * Message bodies that are created before the load: random bytes, which cannot be compressed, from a
 * seed. A few distinct bodies are sent repeatedly; together they take at most 16 MiB.
 */
public final class Payloads {

  private static final int MAX_BODIES = 256;
  private static final long MAX_BYTES = 16L << 20;

  private final byte[][] bodies;

  /**
   * @param bytes the length of each body
   */
  public Payloads(int bytes, long seed) {
    int count = (int) Math.max(2, Math.min(MAX_BODIES, MAX_BYTES / Math.max(1, bytes)));
    SplittableRandom random = new SplittableRandom(seed);
    bodies = new byte[count][bytes];
    for (byte[] body : bodies) {
      random.nextBytes(body);
    }
  }

  /** Returns the body for the {@code index}th message; it is shared and must not be changed. */
  public byte[] body(long index) {
    return bodies[(int) ((index & Long.MAX_VALUE) % bodies.length)];
  }

  /** Returns the number of distinct bodies. */
  public int count() {
    return bodies.length;
  }
}
