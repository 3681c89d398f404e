package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.sims.engine.Shard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The timetable of generators that share the load of a comparison. They cannot talk to each other:
 * each knows from the begin and from the plans when all of them load which build. Not thread-safe.
 */
public final class CommonClock {

  /** The timetable of a generator that drives the load alone: nothing is awaited. */
  public static final CommonClock ALONE = new CommonClock(null, Shard.WHOLE, null, Duration.ZERO);

  /**
   * The time between two slices, in which the last answers arrive; clocks may differ by as much.
   */
  public static final Duration GUARD = Duration.ofMillis(50);

  /** The time in which connections are opened before the first slice, and closed after the last. */
  static final Duration PREPARATION = Duration.ofSeconds(2);

  private final Clock clock;
  private final Shard shard;
  private final Duration deployment;
  private Instant cursor;
  private Instant next;

  /**
   * @param shard this generator's part of the load; the first one deploys for all
   * @param begin when the first deployment begins
   * @param deployment the time for a deployment of both builds
   */
  public CommonClock(Clock clock, Shard shard, Instant begin, Duration deployment) {
    this.clock = clock;
    this.shard = shard;
    this.deployment = deployment;
    cursor = begin;
  }

  /** Returns whether other generators drive the same load. */
  boolean isShared() {
    return clock != null;
  }

  /** Returns this generator's part of the load. */
  Shard shard() {
    return shard;
  }

  /** Returns whether this generator deploys for all. */
  public boolean isLeader() {
    return shard.index() == 0;
  }

  /** Returns the seed that all generators have in common; empty for one that is alone. */
  public OptionalLong seed() {
    return isShared() ? OptionalLong.of(cursor.toEpochMilli()) : OptionalLong.empty();
  }

  /** Waits until it is time to deploy, or until the leader has deployed. */
  void awaitDeployment() throws InterruptedException {
    sleepUntil(isLeader() ? cursor : cursor.plus(deployment));
  }

  /**
   * Ends the time of a deployment.
   *
   * @throws Fault (no verdict) if it took longer
   */
  void deployed() {
    cursor = cursor.plus(deployment);
    if (isLeader() && clock.instant().isAfter(cursor)) {
      throw Fault.noVerdict(
          "both builds were deployed %.1f s later than planned: give all generators a longer --gap"
              .formatted(Duration.between(cursor, clock.instant()).toMillis() / 1e3));
    }
  }

  /** Begins a part of the load, which all generators plan with the same length. */
  void begin(Duration length) {
    next = cursor;
    cursor = cursor.plus(length);
  }

  /** Returns the time of a stretch of slices, with what is before and after it. */
  static Duration length(int slices, Duration slice) {
    return PREPARATION.plus(slice.plus(GUARD).multipliedBy(slices)).plus(PREPARATION);
  }

  Ticks stretch(int slices, Duration slice) {
    Instant first = next.plus(PREPARATION);
    next = next.plus(length(slices, slice));
    long nanos = System.nanoTime() + Duration.between(clock.instant(), first).toNanos();
    return new Ticks(nanos, slice.plus(GUARD).toNanos());
  }

  private void sleepUntil(Instant instant) throws InterruptedException {
    long millis = Duration.between(clock.instant(), instant).toMillis();
    if (millis > 0) {
      TimeUnit.MILLISECONDS.sleep(millis);
    }
  }

  /** The begins of the slices of a stretch. */
  static final class Ticks {

    private final long each;
    private long next;

    private Ticks(long first, long each) {
      this.each = each;
      next = first;
    }

    /** Waits for the next slice; returns false if it should have begun earlier. */
    boolean await() throws InterruptedException {
      long due = next;
      next += each;
      park(due);
      return System.nanoTime() - due < GUARD.toNanos();
    }

    /** Waits until the time of the slice is over. */
    void awaitEnd() throws InterruptedException {
      park(next - GUARD.toNanos() / 4);
    }

    private static void park(long until) throws InterruptedException {
      for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.interrupted()) {
          throw new InterruptedException("the load was interrupted");
        }
      }
    }
  }
}
