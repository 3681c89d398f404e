package io.perfline.sims.engine;

import java.time.Instant;

/**
 * One generator's shard of a load that several generators drive together. It owns every {@code
 * of}-th of the things that are numbered from 0, starting at its index, so all shards together are
 * exactly the whole.
 *
 * @param index from 0
 * @param of the number of shards
 * @param start when all shards begin, by this machine's clock; null to begin at once
 */
public record Shard(int index, int of, Instant start) {

  /** The only shard of a load that one generator drives. */
  public static final Shard WHOLE = new Shard(0, 1, null);

  public Shard {
    if (index < 0 || index >= of) {
      throw new IllegalArgumentException("shard %d of %d".formatted(index, of));
    }
  }

  /** Returns how many of {@code all} things this shard owns. */
  public int part(int all) {
    return (int) part((long) all);
  }

  /** Returns how many of {@code all} things this shard owns. */
  public long part(long all) {
    return (all - index + of - 1) / of;
  }

  /** Returns the number, among all things, of one of this shard's things. */
  public int number(int own) {
    return index + own * of;
  }

  /** Returns whether this shard owns the thing with this number. */
  public boolean contains(int number) {
    return number % of == index;
  }

  @Override
  public String toString() {
    return (index + 1) + "/" + of;
  }
}
