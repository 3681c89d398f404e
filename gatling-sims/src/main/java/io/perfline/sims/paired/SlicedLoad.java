package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Rate;
import io.perfline.core.run.SentRequests;
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
record SlicedLoad(
    Driver driver,
    Target target,
    CaseSettings settings,
    Load load,
    CommonClock clock,
    SentBalance balance)
    implements PairedLoader {

  static SlicedLoad of(PairedCasePlan plan, Driver driver, long seed, CommonClock clock) {
    Load load = plan.plan().load().load(plan.pace(), seed, clock.shard());
    return new SlicedLoad(
        driver,
        plan.plan().target(),
        plan.plan().settings(),
        load,
        clock,
        new SentBalance(plan.plan().load().changesData(), load.ownConnections()));
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
  public SentRequests sent() {
    return balance.sent();
  }

  @Override
  public long sentTo(int side) {
    return balance.sentTo(side);
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
        user.use(new ClockedPairs(slices, slice, clock, random, progress, meter, balance));
        return;
      }
      RequestSequence own = candidate.sequence();
      Load known = own == null ? load : load.withRate(Rate.constant(own.ratePerSecond()));
      Progress ending = new FailingLoad(progress, candidate, endpoints.candidate());
      Turns turns = Turns.of(settings, known, meter);
      user.use(new Pairs(slices, turns, random, ending, meter, balance));
    }
  }

  private Session session(Environment environment) throws InterruptedException {
    return driver.open(environment, target, "paired", settings);
  }
}
