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
 * The timetable of generators that share the load of a comparison. They cannot communicate: each of
 * them derives from the start and the plans when all of them load which build. Not thread-safe.
 */
public final class CommonClock {

  /** The timetable of a single generator, which waits for nobody. */
  public static final CommonClock ALONE = new CommonClock(null, Shard.WHOLE, null, Duration.ZERO);

  /** The time between slices for the last responses. Clocks may differ by the same time. */
  public static final Duration GUARD = Duration.ofMillis(50);

  /** The time before the first slice to open connections, and after the last one to close them. */
  static final Duration PREPARATION = Duration.ofSeconds(2);

  private final Clock clock;
  private final Shard shard;
  private final Duration deployment;
  private Instant cursor;
  private Instant next;

  /**
   * @param shard this generator's part of the load; the first one deploys for all
   * @param begin the start of the first deployment
   * @param deployment the time for a deployment of both builds
   */
  public CommonClock(Clock clock, Shard shard, Instant begin, Duration deployment) {
    this.clock = clock;
    this.shard = shard;
    this.deployment = deployment;
    cursor = begin;
  }

  boolean isShared() {
    return clock != null;
  }

  Shard shard() {
    return shard;
  }

  /** Returns whether this generator deploys for all. */
  public boolean isLeader() {
    return shard.index() == 0;
  }

  /** Returns the seed that all generators share; empty for a single generator. */
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
   * @throws Fault exit code 3 if the deployment took longer
   */
  void deployed() {
    cursor = cursor.plus(deployment);
    if (isLeader() && clock.instant().isAfter(cursor)) {
      throw Fault.noVerdict(
          "both builds were deployed %.1f s later than planned: give all generators a longer --gap"
              .formatted(Duration.between(cursor, clock.instant()).toMillis() / 1e3));
    }
  }

  /** Begins a part of the load, for which all generators plan the same length. */
  void begin(Duration length) {
    next = cursor;
    cursor = cursor.plus(length);
  }

  /** Returns the duration of a series of slices, including preparation before and after it. */
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

  /** The start times of a series of slices. */
  static final class Ticks {

    private final long each;
    private long next;

    private Ticks(long first, long each) {
      this.each = each;
      next = first;
    }

    /** Waits until the next slice starts; returns false if that was {@link #GUARD} ago. */
    boolean await() throws InterruptedException {
      long due = next;
      next += each;
      park(due);
      return System.nanoTime() - due < GUARD.toNanos();
    }

    /** Waits until the next slice is about to start. */
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
