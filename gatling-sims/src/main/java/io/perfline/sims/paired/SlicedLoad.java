package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Rate;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.RequestSequence;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.FailingLoad;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Generates load with perfline's own engine, in slices that alternate between the builds. */
record SlicedLoad(Driver driver, Target target, CaseSettings settings, Load load, CommonClock clock)
    implements PairedLoader {

  static SlicedLoad of(PairedCasePlan plan, Driver driver, long seed, CommonClock clock) {
    return new SlicedLoad(
        driver,
        plan.plan().target(),
        plan.plan().settings(),
        plan.plan().load().load(plan.pace(), seed, clock.shard()),
        clock);
  }

  @Override
  public Duration warmUp() {
    return load.warmUp();
  }

  @Override
  public int warmUpWindows() {
    return clock.isShared() ? 0 : WarmUpCheck.WINDOWS;
  }

  @Override
  public Double rate(PairTally tally) {
    if (load.arrivals() == Load.Arrivals.SEQUENCE) {
      return tally.duePerSecond();
    }
    return load.open() ? load.ownRate() : null;
  }

  @Override
  public void open(
      PairedDeployment.Endpoints endpoints,
      PairMeter meter,
      SplittableRandom random,
      Progress progress,
      LoadUser user)
      throws InterruptedException {
    try (Session candidate = session(endpoints.candidate());
        Session baseline = session(endpoints.baseline());
        Slices slices = new Slices(load, List.of(candidate, baseline))) {
      if (clock.isShared()) {
        Duration slice = settings.duration(PairedKeys.SLICE);
        user.use(new ClockedPairs(slices, slice, clock, random, progress, meter));
        return;
      }
      RequestSequence own = candidate.sequence();
      Load known = own == null ? load : load.withRate(Rate.constant(own.ratePerSecond()));
      Progress ending = new FailingLoad(progress, candidate, endpoints.candidate());
      user.use(new Pairs(slices, Turns.of(settings, known, meter), random, ending, meter));
    }
  }

  private Session session(Environment environment) throws InterruptedException {
    return driver.open(environment, target, "paired", settings);
  }
}
