package io.perfline.sims.slowed;

/**
 * Allocates an array that becomes garbage at once.
 *
 * @param bytes the size of the array, including its header
 */
public record Garbage(long bytes) implements Slowdown {

  private static final long HEAD = 16;

  /** The latest array; because it is volatile, the compiler cannot remove the allocation. */
  static volatile byte[] last;

  @Override
  public void spend() {
    last = new byte[Math.toIntExact(Math.max(0, bytes - HEAD))];
  }
}
