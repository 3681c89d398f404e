package io.perfline.sims.run;

import io.perfline.core.git.BuildInfo;
import io.perfline.core.run.Case;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.Machine;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunShard;
import io.perfline.sims.cost.CaseWatch;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.ForeignCpu;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Pace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Measures case after case. */
final class Measuring {

  private final Subject.Loaded loaded;
  private final Path folder;
  private final Clock clock;
  private final Console console;
  private final Path home;
  private final ShardSchedule schedule;
  private final SecondNodes second;
  private final PairedCases pairedCases;
  private final ForeignCpu foreign;

  /** For the service to be ready; none as long as it isn't. */
  private Duration patience;

  Measuring(
      Subject.Loaded loaded,
      Path folder,
      Clock clock,
      Console console,
      PairedCases pairedCases,
      Path home,
      ShardSchedule schedule,
      SecondNodes second) {
    this.loaded = loaded;
    this.folder = folder;
    this.clock = clock;
    this.console = console;
    this.home = home;
    this.schedule = schedule;
    this.second = second;
    this.pairedCases = pairedCases;
    patience = loaded.service().patience();
    foreign = new ForeignCpu(() -> LocalServers.of(home).values());
  }

  Run run(String id, BuildInfo build, String profile, List<CasePlan> all, List<CasePlan> catalogue)
      throws IOException, InterruptedException {
    List<CasePlan> plans = SecondNodes.last(all);
    plans.forEach(this::check);
    Instant started = clock.instant();
    String deployed = deployed(plans);
    Clocks clocks = new Clocks(loaded.environment(), clock);
    List<ClockReading> readings = new ArrayList<>();
    if (schedule.isSharded()) {
      clocks.read().ifPresent(readings::add);
    }
    List<Shard> shards = schedule.shards(plans, profile);
    List<Case> cases = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      CasePlan plan = plans.get(i);
      if (PairedOptions.isPaired(plan)) {
        continue;
      }
      if (runner(plan).hasLoad(plan, shards.get(i))) {
        CaseSlot slot = new CaseSlot(scope(id, started, i), shards.get(i));
        List<Case> measured = measure(plan, plans, profile, slot);
        measured.forEach(console::ended);
        cases.addAll(measured);
      } else {
        idle.add(plan.name());
      }
    }
    cases.addAll(compared(plans, profile));
    Run run =
        new Run(
            Run.SCHEMA,
            id,
            build.number(),
            build.branch(),
            build.commit(),
            deployed,
            profile,
            Machine.fingerprint(loaded.environment().name()),
            started,
            clock.instant(),
            RunCommand.planned(catalogue),
            cases,
            null);
    if (!schedule.isSharded()) {
      return run;
    }
    clocks.read().ifPresent(readings::add);
    return run.as(shard(readings, idle));
  }

  private void check(CasePlan plan) {
    if (PairedOptions.isPaired(plan)) {
      pairedCases.sides().check(plan);
    } else {
      runner(plan).check(plan);
    }
  }

  /** All that are compared with a baseline, behind the others: they deploy the recorder anew. */
  private List<Case> compared(List<CasePlan> plans, String profile) throws InterruptedException {
    List<CasePlan> paired = plans.stream().filter(PairedOptions::isPaired).toList();
    if (paired.isEmpty()) {
      return List.of();
    }
    CaseWatch watch = new CaseWatch(null, foreign, clock);
    List<Case> cases =
        pairedCases.run(paired, profile, plan -> watched(console.begins(plan), watch)).stream()
            .map(watch::seen)
            .toList();
    cases.forEach(console::ended);
    return cases;
  }

  private RunShard shard(List<ClockReading> readings, List<String> idle) {
    Shard first = schedule.first();
    return new RunShard(
        first.index() + 1, first.of(), first.start(), schedule.gap().toMillis(), readings, idle);
  }

  private List<Case> measure(CasePlan plan, List<CasePlan> plans, String profile, CaseSlot slot)
      throws IOException, InterruptedException {
    Pace pace = plan.paces().get(profile);
    CaseRunner runner = runner(plan);
    try {
      if (!schedule.isSharded()) {
        second.before(plan, plans);
      }
      ShardSchedule.await(slot.shard(), clock);
      awaitReady(plan);
      return measured(plan, pace, slot, runner);
    } catch (DriverException e) {
      return Unmeasured.all(
          plan, runner.parameters(plan), pace, clock.instant(), List.of(e.getMessage()));
    }
  }

  private List<Case> measured(CasePlan plan, Pace pace, CaseSlot slot, CaseRunner runner)
      throws IOException, InterruptedException {
    try (CostMeter server = server(plan)) {
      CaseWatch watch = new CaseWatch(server, foreign, clock);
      return runner.run(plan, pace, slot, watched(console.begins(plan), watch)).stream()
          .map(watch::seen)
          .toList();
    }
  }

  /** Null for a case that doesn't load the service. */
  private CostMeter server(CasePlan plan) {
    return plan.target() == Target.DIRECT ? null : loaded.service().meter();
  }

  private Progress watched(Progress progress, CaseWatch watch) {
    DiskWatch disk = new DiskWatch(List.of(folder, home.resolve(".perf")), DiskWatch.LEAST_FREE);
    return (elapsed, rate, errors) -> {
      disk.check();
      watch.tick();
      progress.tick(elapsed, rate, errors);
    };
  }

  private void awaitReady(CasePlan plan) throws InterruptedException {
    if (plan.target() != Target.DIRECT) {
      Duration wait = patience;
      patience = Duration.ZERO;
      loaded.service().awaitReady(wait);
      patience = loaded.service().patience();
    }
  }

  private CaseRunner runner(CasePlan plan) {
    return loaded.simulations().runner(plan, loaded.environment(), folder, clock);
  }

  /** What the service says that it is; null when no case goes to it. */
  private String deployed(List<CasePlan> plans) throws InterruptedException {
    return plans.stream().allMatch(plan -> plan.target() == Target.DIRECT)
        ? null
        : loaded.service().deployed();
  }

  /** Short, since Cassandra's names end at 48 characters, and unlike any other run's. */
  private static String scope(String id, Instant started, int index) {
    return "perf_%08x%08x_%d".formatted(id.hashCode(), started.hashCode(), index);
  }
}
