package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.core.file.StateFolder;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.Machine;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunShard;
import io.perfline.core.run.ServerEnd;
import io.perfline.deploy.stack.StackDirectory;
import io.perfline.sims.cases.CaseRunner;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.cases.FailedCase;
import io.perfline.sims.cases.ShardSchedule;
import io.perfline.sims.comparison.PairedCases;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.server.CaseWatch;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.ForeignCpu;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Measures the cases of a run one after the other. */
final class RunExecutor {

  private static final double NOTED_SHARE = 0.01;

  private final RunPlan.Started started;
  private final Path folder;
  private final Clock clock;
  private final Console console;
  private final Path home;
  private final ShardSchedule schedule;
  private final OnDemandServers servers;
  private final PairedCases pairedCases;
  private final ForeignCpu foreign;

  /** The time that the service gets to become ready; zero after it once took longer. */
  private Duration readyTimeout;

  RunExecutor(
      RunPlan.Started started,
      Path folder,
      Clock clock,
      Console console,
      PairedCases pairedCases,
      Path home,
      ShardSchedule schedule,
      OnDemandServers servers) {
    this.started = started;
    this.folder = folder;
    this.clock = clock;
    this.console = console;
    this.home = home;
    this.schedule = schedule;
    this.servers = servers;
    this.pairedCases = pairedCases;
    readyTimeout = started.service().readyTimeout();
    foreign =
        new ForeignCpu(
            () ->
                Stream.concat(
                        StackDirectory.processes(home).values().stream(),
                        started.service().sharedServers().stream())
                    .toList(),
            started.service()::usedServers);
  }

  Run run(String id, BuildInfo build, String profile, List<CasePlan> all, List<CasePlan> catalogue)
      throws IOException, InterruptedException {
    List<CasePlan> plans = OnDemandServers.last(all);
    plans.forEach(this::check);
    Instant started = clock.instant();
    String deployed = deployed(plans);
    Clocks clocks = new Clocks(this.started.environment(), clock);
    List<ClockReading> readings = new ArrayList<>();
    if (schedule.isSharded()) {
      clocks.read().ifPresent(readings::add);
    }
    List<Shard> shards = schedule.shards(plans, profile);
    Set<CasePlan> loaded = loaded(plans, shards);
    List<CaseResult> cases = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    for (int i = 0; i < plans.size(); i++) {
      CasePlan plan = plans.get(i);
      if (PairedKeys.isPaired(plan)) {
        continue;
      }
      if (loaded.contains(plan)) {
        CaseSlot slot = new CaseSlot(scope(id, started, i), shards.get(i));
        List<CaseResult> measured = measure(plan, plans, profile, slot);
        measured.forEach(console::ended);
        cases.addAll(measured);
      } else {
        idle.add(plan.name());
      }
    }
    cases.addAll(compared(plans, profile));
    noteUsedServers();
    Run run =
        new Run(
            Run.SCHEMA,
            id,
            build.number(),
            build.branch(),
            build.commit(),
            deployed,
            profile,
            Machine.fingerprint(this.started.environment().name()),
            started,
            clock.instant(),
            RunStage.planned(catalogue),
            cases,
            null,
            null);
    if (!schedule.isSharded()) {
      return run;
    }
    clocks.read().ifPresent(readings::add);
    return run.as(shard(readings, idle));
  }

  /** Notes which servers, such as a database, used this machine for the service. */
  private void noteUsedServers() {
    foreign
        .used()
        .forEach(
            (name, share) -> {
              if (share >= NOTED_SHARE) {
                console.note(
                    ("%s used %.0f %% of the machine for the service, which does not count as other"
                            + " processes")
                        .formatted(name, 100 * share));
              }
            });
  }

  private void check(CasePlan plan) {
    if (PairedKeys.isPaired(plan)) {
      pairedCases.sides().check(plan);
    } else {
      runner(plan).check(plan);
    }
  }

  /** Measures the compared cases after all others, because they deploy the service again. */
  private List<CaseResult> compared(List<CasePlan> plans, String profile)
      throws InterruptedException {
    List<CasePlan> paired = plans.stream().filter(PairedKeys::isPaired).toList();
    if (paired.isEmpty()) {
      return List.of();
    }
    CaseWatch watch = new CaseWatch(null, foreign, clock);
    List<CaseResult> cases =
        pairedCases
            .run(
                paired,
                profile,
                plan -> watched(console.begins(plan), watch),
                console,
                console::note)
            .stream()
            .map(watch::withResources)
            .toList();
    cases.forEach(console::ended);
    return cases;
  }

  private RunShard shard(List<ClockReading> readings, List<String> idle) {
    Shard first = schedule.first();
    return new RunShard(
        first.index() + 1, first.of(), first.start(), schedule.gap().toMillis(), readings, idle);
  }

  private List<CaseResult> measure(
      CasePlan plan, List<CasePlan> plans, String profile, CaseSlot slot)
      throws IOException, InterruptedException {
    Durations durations = plan.paces().get(profile);
    CaseRunner runner = runner(plan);
    try {
      if (!schedule.isSharded()) {
        servers.before(plan, plans);
      }
      ShardSchedule.await(slot.shard(), clock);
      if (plan.target() != Target.DIRECT) {
        awaitReady();
        started.service().reset();
      }
      return withServerEnd(
          plan, durations, slot, withLostServer(plan, measured(plan, durations, slot, runner)));
    } catch (DriverException e) {
      Optional<ServerEnd> never = started.service().neverReady();
      List<CaseResult> failed = failed(plan, durations, runner, e);
      return never.isEmpty() || plan.target() == Target.DIRECT
          ? failed
          : failed.stream()
              .map(one -> one.with(never.get()).withProblems(List.of(never.get().text())))
              .toList();
    }
  }

  /**
   * Adds the end of a server under load, which explains every other problem of the case. The
   * baseline is then loaded in the same way: if it survives, the candidate fails.
   */
  private List<CaseResult> withServerEnd(
      CasePlan plan, Durations durations, CaseSlot slot, List<CaseResult> results)
      throws IOException, InterruptedException {
    Optional<ServerEnd> found =
        plan.target() == Target.DIRECT ? Optional.empty() : started.service().serverEnd();
    if (found.isEmpty()) {
      return results;
    }
    boolean survived =
        started
            .service()
            .baselineSurvives(
                environment -> {
                  console.note("the candidate's server ended: the baseline gets the same load");
                  return runner(plan, environment, folder.resolve("baseline"))
                      .run(plan, durations, slot, console.begins(plan))
                      .stream()
                      .anyMatch(result -> result.requests() > 0);
                });
    ServerEnd end = found.get().after(seconds(results.get(0)));
    ServerEnd judged = end.withOther(survived);
    return results.stream()
        .map(result -> result.with(judged).withProblems(List.of(judged.text())))
        .toList();
  }

  /** Adds a server, such as a database, that the service has lost under the load. */
  private List<CaseResult> withLostServer(CasePlan plan, List<CaseResult> results)
      throws InterruptedException {
    boolean failed = results.stream().anyMatch(result -> result.errorCount() > 0);
    Optional<String> lost =
        failed && plan.target() != Target.DIRECT
            ? started.service().lostServer()
            : Optional.empty();
    return lost.isEmpty()
        ? results
        : results.stream().map(one -> one.withProblems(List.of(lost.get()))).toList();
  }

  private static double seconds(CaseResult result) {
    return Duration.between(result.start(), result.end()).plusMillis(result.warmUpMs()).toMillis()
        / 1e3;
  }

  /** Returns the cases of which this generator has a part; an error is found before any load. */
  private Set<CasePlan> loaded(List<CasePlan> plans, List<Shard> shards) {
    Set<CasePlan> loaded = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < plans.size(); i++) {
      CasePlan plan = plans.get(i);
      if (!PairedKeys.isPaired(plan) && runner(plan).hasLoad(plan, shards.get(i))) {
        loaded.add(plan);
      }
    }
    return loaded;
  }

  private List<CaseResult> measured(
      CasePlan plan, Durations durations, CaseSlot slot, CaseRunner runner)
      throws IOException, InterruptedException {
    try (CostMeter meter = server(plan)) {
      CaseWatch watch = new CaseWatch(meter, foreign, clock);
      Progress progress = resetting(plan, watched(console.begins(plan), watch));
      return results(plan, durations, slot, runner, progress).stream()
          .map(
              one ->
                  one.name().equals(plan.name())
                      ? watch.withResources(one)
                      : watch.partWithResources(one))
          .toList();
    }
  }

  /** Runs a case. A driver that gives up, such as a program that fails, leaves a failed case. */
  private List<CaseResult> results(
      CasePlan plan, Durations durations, CaseSlot slot, CaseRunner runner, Progress progress)
      throws IOException, InterruptedException {
    try {
      return runner.run(plan, durations, slot, progress);
    } catch (DriverException e) {
      return failed(plan, durations, runner, e);
    }
  }

  private List<CaseResult> failed(
      CasePlan plan, Durations durations, CaseRunner runner, DriverException e) {
    return FailedCase.all(
        plan, runner.parameters(plan), durations, clock.instant(), List.of(e.getMessage()));
  }

  /** Returns the meter of the service; null for a case that does not load it. */
  private CostMeter server(CasePlan plan) {
    return plan.target() == Target.DIRECT ? null : started.service().meter();
  }

  private Progress watched(Progress progress, CaseWatch watch) {
    DiskWatch disk = new DiskWatch(List.of(folder, StateFolder.of(home)), DiskWatch.MIN_FREE_BYTES);
    return (elapsed, rate, errors) -> {
      disk.check(started.service()::usedDisk);
      watch.tick();
      progress.tick(elapsed, rate, errors);
    };
  }

  /** Restores the data of the servers that the service needs after the warm-up, too. */
  private Progress resetting(CasePlan plan, Progress progress) {
    if (plan.target() == Target.DIRECT || !started.service().resets()) {
      return progress;
    }
    return new Progress() {
      @Override
      public void tick(Duration elapsed, double messagesPerSecond, long errors) {
        progress.tick(elapsed, messagesPerSecond, errors);
      }

      @Override
      public void allFailed() {
        progress.allFailed();
      }

      @Override
      public Callable<Void> afterWarmUp() {
        return () -> {
          started.service().reset();
          return null;
        };
      }
    };
  }

  private void awaitReady() throws InterruptedException {
    Duration wait = readyTimeout;
    readyTimeout = Duration.ZERO;
    started.service().awaitReady(wait, console::note);
    readyTimeout = started.service().readyTimeout();
  }

  private CaseRunner runner(CasePlan plan) {
    return runner(plan, started.environment(), folder);
  }

  private CaseRunner runner(CasePlan plan, Environment environment, Path into) {
    return started.simulations().runner(plan, environment, into, clock, pairedCases.tools());
  }

  /** Returns the commit that the service reports; null if no case loads it. */
  private String deployed(List<CasePlan> plans) throws InterruptedException {
    if (plans.stream().allMatch(plan -> plan.target() == Target.DIRECT)) {
      return null;
    }
    try {
      awaitReady();
      return started.service().deployed();
    } catch (DriverException e) {
      return Run.UNREACHABLE
          + started.service().neverReady().map(ServerEnd::text).orElse(e.getMessage());
    }
  }

  /** Returns a unique name, short because Cassandra's have at most 48 characters. */
  private static String scope(String id, Instant started, int index) {
    return "perf_%08x%08x_%d".formatted(id.hashCode(), started.hashCode(), index);
  }
}
