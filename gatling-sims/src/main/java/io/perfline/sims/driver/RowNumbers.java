package io.perfline.sims.driver;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers the sessions of a load in the order of their begin, on whichever connection. */
public final class RowNumbers {

  private final AtomicLong sessions = new AtomicLong();
  private volatile int index;
  private volatile int shards = 1;

  /** Makes this the generator with an index, from 0, of several that drive the load together. */
  public void shard(int own, int of) {
    index = own;
    shards = of;
  }

  /** Returns the number of the next session of this generator, from 0. */
  public long next() {
    return index + shards * sessions.getAndIncrement();
  }
}
