package io.perfline.sims.engine;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time that advances when somebody waits; planned events happen at their times. */
final class VirtualTicker implements Ticker {

  private record Event(long at, long order, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
  private final long costOfLooking;
  private long now = 1_000_000_000L;
  private long order;

  VirtualTicker() {
    this(0);
  }

  /**
   * @param costOfLooking nanoseconds that each reading of the clock takes, as on a busy machine
   */
  VirtualTicker(long costOfLooking) {
    this.costOfLooking = costOfLooking;
  }

  @Override
  public long nanos() {
    now += costOfLooking;
    return now;
  }

  long now() {
    return now;
  }

  void at(long instant, Runnable what) {
    events.add(new Event(instant, order++, what));
  }

  @Override
  public void park() {
    parkUntil(Long.MAX_VALUE);
  }

  @Override
  public void parkUntil(long deadline) {
    Event next = events.peek();
    if (next == null || next.at() > deadline) {
      now = Math.max(now, deadline);
      return;
    }
    events.poll();
    now = Math.max(now, next.at());
    next.what().run();
  }

  /** Lets all planned events happen. */
  void runDry() {
    while (!events.isEmpty()) {
      parkUntil(Long.MAX_VALUE);
    }
  }
}
