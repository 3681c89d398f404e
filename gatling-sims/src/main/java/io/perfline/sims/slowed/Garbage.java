package io.perfline.sims.slowed;

/**
 * @param bytes the size of the array, including its header
 */
public record Garbage(long bytes) implements Slowdown {

  private static final long HEAD = 16;

  /** Seen by others, so that no compiler can leave the array out. */
  static volatile byte[] last;

  @Override
  public void take() {
    last = new byte[Math.toIntExact(Math.max(0, bytes - HEAD))];
  }
}
