package io.perfline.sims.run;

import io.perfline.deploy.environment.Environment;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.Run;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Target;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Measures case after case. */
final class Measuring {

  private final Environment environment;
  private final Path folder;
  private final Clock clock;
  private final Console console;
  private final PairedOptions paired;
  private final Path home;

  Measuring(
      Environment environment,
      Path folder,
      Clock clock,
      Console console,
      PairedOptions paired,
      Path home) {
    this.environment = environment;
    this.folder = folder;
    this.clock = clock;
    this.console = console;
    this.paired = paired;
    this.home = home;
  }

  Run run(String id, Build build, String profile, List<CasePlan> plans, List<CasePlan> catalogue)
      throws IOException, InterruptedException {
    plans.forEach(plan -> runner(plan).check(plan));
    Instant started = clock.instant();
    String deployed = deployed(plans);
    List<Case> cases = new ArrayList<>();
    for (CasePlan plan : plans) {
      Case measured = measure(plan, profile, scope(id, started, cases.size()));
      console.ended(measured);
      cases.add(measured);
    }
    return new Run(
        Run.SCHEMA,
        id,
        build.number(),
        build.branch(),
        build.commit(),
        deployed,
        profile,
        Machine.fingerprint(environment.name()),
        started,
        clock.instant(),
        catalogue.stream().map(CasePlan::planned).toList(),
        cases);
  }

  private Case measure(CasePlan plan, String profile, String scope)
      throws IOException, InterruptedException {
    return runner(plan).run(plan, plan.paces().get(profile), scope, console.begins(plan));
  }

  private CaseRunner runner(CasePlan plan) {
    return PairedOptions.isPaired(plan)
        ? new PairedCase(paired, environment, home, clock)
        : Simulations.runner(plan, environment, folder, clock);
  }

  /** The commit that the recorder says it is; null when no case goes to it. */
  private String deployed(List<CasePlan> plans) throws InterruptedException {
    if (plans.stream().noneMatch(plan -> plan.target() == Target.RECORDER)) {
      return null;
    }
    try {
      return new RecorderAnswers(environment.recorder().url()).commit();
    } catch (DriverException e) {
      return "unknown: " + e.getMessage();
    }
  }

  /** Short, since Cassandra's names end at 48 characters, and unlike any other run's. */
  private static String scope(String id, Instant started, int index) {
    return "perf_%08x%08x_%d".formatted(id.hashCode(), started.hashCode(), index);
  }
}
