package io.perfline.sims.paired;

import io.perfline.core.project.Durations;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.WarmUpRequests;
import io.perfline.core.run.WarmUps;
import io.perfline.sims.server.PairMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The warm-ups of one paired case. In each deployment the first half precedes the measurement of
 * all cases, and the second half that of this case.
 */
final class CaseWarmUp {

  private final Durations pace;
  private final PairedLoader loader;
  private final Duration slice;
  private final Clock clock;
  private final List<WarmUps.OfDeployment> results = new ArrayList<>();
  private Duration elapsed = Duration.ZERO;
  private WarmUpRequests requests = new WarmUpRequests(0, 0);

  CaseWarmUp(Durations pace, PairedLoader loader, Duration slice, Clock clock) {
    this.pace = pace;
    this.loader = loader;
    this.slice = slice;
    this.clock = clock;
  }

  /** Loads both builds until they are warm, but at least for half of the shortest warm-up. */
  void begin(PairedLoader.PairSource run, PairMeter meter, DeployedMemory memory)
      throws InterruptedException {
    elapsed = Duration.ZERO;
    Duration half = loader.warmUp().dividedBy(2);
    untilWarm(run, half, most().minus(half), meter, memory);
  }

  private Duration most() {
    return loader.warmUpWindows() == 0 ? loader.warmUp() : pace.warmUpMost();
  }

  /** Loads both builds, for the second half of the shortest warm-up and until they are warm. */
  void end(PairedLoader.PairSource run, int deployment, PairMeter meter, DeployedMemory memory)
      throws InterruptedException {
    Duration before = elapsed;
    Duration left = most().minus(before);
    Duration half = loader.warmUp().dividedBy(2);
    WarmUpCheck check = untilWarm(run, half, left.compareTo(half) < 0 ? half : left, meter, memory);
    if (loader.warmUpWindows() > 0) {
      results.add(check.result(deployment, before));
    }
  }

  private WarmUpCheck untilWarm(
      PairedLoader.PairSource run,
      Duration min,
      Duration max,
      PairMeter meter,
      DeployedMemory memory)
      throws InterruptedException {
    int windows = loader.warmUpWindows();
    WarmUpCheck check =
        new WarmUpCheck(min, max, windows, meter.compilerUs(true), meter.compilerUs(false));
    if (windows == 0 || min.equals(max)) {
      check.add(min, load(run, min, memory), null, null);
    }
    while (windows > 0 && !check.isOver()) {
      Instant from = clock.instant();
      List<SlicePair> pairs = load(run, slice.multipliedBy(2), memory);
      Duration time = Duration.between(from, clock.instant());
      check.add(time, pairs, meter.compilerUs(true), meter.compilerUs(false));
    }
    elapsed = elapsed.plus(check.elapsed());
    return check;
  }

  /** Loads both builds without measuring them, and returns their pairs. */
  List<SlicePair> load(PairedLoader.PairSource run, Duration time, DeployedMemory memory)
      throws InterruptedException {
    PairTally handled = new PairTally();
    run.warmUp(time, handled);
    memory.handled(handled, 0);
    for (SlicePair pair : handled.pairs()) {
      Slice sent = pair.candidate();
      requests = requests.plus(new WarmUpRequests(sent.requests(), sent.errorCount()));
    }
    return handled.pairs();
  }

  /** Returns the duration of the warm-up in the current deployment. */
  Duration elapsed() {
    return elapsed;
  }

  /** Returns the duration of the longest warm-up, at least the planned one. */
  Duration longest() {
    Duration longest = Duration.ofMillis(Math.round(1000 * new WarmUps(results).longest()));
    return longest.compareTo(pace.warmUp()) > 0 ? longest : pace.warmUp();
  }

  /** Returns the warm-ups of all deployments; null if their durations were fixed. */
  WarmUps results() {
    return results.isEmpty() ? null : new WarmUps(results);
  }

  WarmUpRequests requests() {
    return requests;
  }
}
