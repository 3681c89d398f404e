package io.perfline.sims.driver;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers the sessions of a load in the order in which they start, across all connections. */
public final class RowNumbers {

  private final AtomicLong sessions = new AtomicLong();
  private volatile int index;
  private volatile int shards = 1;

  /** Sets the index, from 0, of this generator among several that drive the load together. */
  public void shard(int shard, int count) {
    index = shard;
    shards = count;
  }

  /** Returns the number of this generator's next session; the first number of a load is 0. */
  public long next() {
    return index + shards * sessions.getAndIncrement();
  }
}
