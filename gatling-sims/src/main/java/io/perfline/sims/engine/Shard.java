package io.perfline.sims.engine;

import java.time.Instant;

/**
 * One generator's part of a load that several drive together: of things that are numbered from 0 it
 * has every {@code of}-th, from its own index on, so that all parts together are the whole,
 * exactly.
 *
 * @param index which part, from 0
 * @param of how many parts there are
 * @param begin when all parts begin, by this machine's clock; null: at once
 */
public record Shard(int index, int of, Instant begin) {

  /** One generator drives it all, at once. */
  public static final Shard WHOLE = new Shard(0, 1, null);

  public Shard {
    if (index < 0 || index >= of) {
      throw new IllegalArgumentException("part %d of %d".formatted(index, of));
    }
  }

  /** How many of {@code all} things this part has. */
  public int part(int all) {
    return (int) part((long) all);
  }

  /** How many of {@code all} things this part has. */
  public long part(long all) {
    return (all - index + of - 1) / of;
  }

  /** The number among all of this part's {@code own}-th thing. */
  public int number(int own) {
    return index + own * of;
  }

  /** Whether the thing with this number is this part's. */
  public boolean holds(int number) {
    return number % of == index;
  }

  @Override
  public String toString() {
    return (index + 1) + "/" + of;
  }
}
