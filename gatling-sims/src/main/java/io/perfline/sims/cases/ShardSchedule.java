package io.perfline.sims.cases;

import io.perfline.core.project.Durations;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.paired.CommonClock;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The start times of the cases of a load that several generators drive together. They cannot
 * communicate: each has the same list of cases, adds up their durations with a gap between them,
 * and so knows when the others begin.
 *
 * @param first this generator's part of the first case, with the start that all share
 * @param gap the time from the end of a case's load to the start of the next one
 */
public record ShardSchedule(Shard first, Duration gap) {

  /** The time for preparing a case; servers close connections that are idle for 20 s. */
  private static final Duration PREPARATION = Duration.ofSeconds(15);

  /** The schedule of a single generator, which measures each case as soon as it can. */
  public static final ShardSchedule ALONE = new ShardSchedule(Shard.WHOLE, Duration.ZERO);

  public boolean isSharded() {
    return first.start() != null;
  }

  /** Returns this generator's part of each case, in the order of {@code plans}. */
  public List<Shard> shards(List<CasePlan> plans, String profile) {
    List<Shard> shards = new ArrayList<>();
    Instant start = first.start();
    for (CasePlan plan : plans) {
      shards.add(isSharded() ? new Shard(first.index(), first.of(), start) : first);
      start = isSharded() ? start.plus(length(plan, profile)) : null;
    }
    return shards;
  }

  /** Returns the duration of a case; zero for paired ones, which are measured after all others. */
  private Duration length(CasePlan plan, String profile) {
    Durations durations = plan.paces().get(profile);
    return PairedKeys.isPaired(plan)
        ? Duration.ZERO
        : durations.warmUp().plus(durations.duration()).plus(gap);
  }

  /** Returns the timetable of the paired cases. */
  public CommonClock pairs(List<CasePlan> plans, String profile, Clock clock) {
    if (!isSharded()) {
      return CommonClock.ALONE;
    }
    Instant begin = first.start();
    for (CasePlan plan : plans) {
      begin = begin.plus(length(plan, profile));
    }
    return new CommonClock(clock, first, begin, gap);
  }

  /** Waits until a case has to be prepared. */
  public static void await(Shard shard, Clock clock) throws InterruptedException {
    if (shard.start() != null) {
      Duration wait = Duration.between(clock.instant(), shard.start().minus(PREPARATION));
      if (!wait.isNegative()) {
        Thread.sleep(wait.toMillis());
      }
    }
  }

  /**
   * Waits until the load of all shards has ended, even of one that began as late as is allowed, so
   * that their messages in a common store can be counted. Returns at once if nobody shares the
   * load.
   */
  static void awaitOthers(Shard shard, Durations durations, Clock clock)
      throws InterruptedException {
    if (shard.start() != null) {
      Instant end =
          shard
              .start()
              .plus(durations.warmUp())
              .plus(durations.duration())
              .plus(MeasurementChecks.MAX_DELAY);
      Thread.sleep(Math.max(0, Duration.between(clock.instant(), end).toMillis()));
    }
  }
}
