package io.perfline.sims.engine;

import java.time.Instant;

/**
 * One generator's shard of a load that several drive together: of things that are numbered from 0
 * it has every {@code of}-th, from its own index on, so that all shards together are the whole,
 * exactly.
 *
 * @param index which shard, from 0
 * @param of how many shards there are
 * @param start when all shards begin, by this machine's clock; null: at once
 */
public record Shard(int index, int of, Instant start) {

  /** One generator drives it all, at once. */
  public static final Shard WHOLE = new Shard(0, 1, null);

  public Shard {
    if (index < 0 || index >= of) {
      throw new IllegalArgumentException("shard %d of %d".formatted(index, of));
    }
  }

  /** How many of {@code all} things this shard has. */
  public int part(int all) {
    return (int) part((long) all);
  }

  /** How many of {@code all} things this shard has. */
  public long part(long all) {
    return (all - index + of - 1) / of;
  }

  /** The number among all of this shard's {@code own}-th thing. */
  public int number(int own) {
    return index + own * of;
  }

  /** Whether the thing with this number is this shard's. */
  public boolean holds(int number) {
    return number % of == index;
  }

  @Override
  public String toString() {
    return (index + 1) + "/" + of;
  }
}
