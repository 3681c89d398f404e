package io.perfline.sims.engine;

import java.time.Instant;

/**
 * One generator's shard of a load that several generators drive together. Items are numbered from
 * 0, and a shard owns every {@code of}-th item, starting at its index, so that all shards together
 * own each item once.
 *
 * @param index from 0
 * @param of the number of shards
 * @param start the time at which all shards start, by this machine's clock; null to start at once
 */
public record Shard(int index, int of, Instant start) {

  /** The only shard of a load with one generator. */
  public static final Shard WHOLE = new Shard(0, 1, null);

  public Shard {
    if (index < 0 || index >= of) {
      throw new IllegalArgumentException("shard %d of %d".formatted(index, of));
    }
  }

  /** Returns the number of items, out of {@code all}, that this shard owns. */
  public int part(int all) {
    return (int) part((long) all);
  }

  /** Returns the number of items, out of {@code all}, that this shard owns. */
  public long part(long all) {
    return (all - index + of - 1) / of;
  }

  /** Returns the number, among all items, of one of this shard's items. */
  public int number(int own) {
    return index + own * of;
  }

  /** Returns whether this shard owns the item with this number. */
  public boolean contains(int number) {
    return number % of == index;
  }

  @Override
  public String toString() {
    return (index + 1) + "/" + of;
  }
}
