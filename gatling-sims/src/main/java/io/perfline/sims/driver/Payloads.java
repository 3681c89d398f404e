package io.perfline.sims.driver;

import java.util.SplittableRandom;

/**
 * Message bodies made before the load: random bytes, which don't compress, from a seed. A few
 * distinct ones are sent over and over; together they take at most 16 MiB.
 */
public final class Payloads {

  private static final int MOST = 256;
  private static final long MOST_BYTES = 16L << 20;

  private final byte[][] bodies;

  /**
   * @param bytes the length of each
   */
  public Payloads(int bytes, long seed) {
    int count = (int) Math.max(2, Math.min(MOST, MOST_BYTES / Math.max(1, bytes)));
    SplittableRandom random = new SplittableRandom(seed);
    bodies = new byte[count][bytes];
    for (byte[] body : bodies) {
      random.nextBytes(body);
    }
  }

  /** The body for the {@code index}th message; shared, not to be changed. */
  public byte[] body(long index) {
    return bodies[(int) ((index & Long.MAX_VALUE) % bodies.length)];
  }

  /** How many distinct bodies there are. */
  public int count() {
    return bodies.length;
  }
}
