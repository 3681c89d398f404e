package io.perfline.sims.comparison;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.project.Project;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.cases.SimulationRunner;
import io.perfline.sims.gatling.GatlingTurns;
import io.perfline.sims.paired.PairedDeployment;
import io.perfline.sims.paired.ProgramPairs;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs a Gatling simulation for a comparison, in one JVM for both builds. If it fails there in the
 * runs that don't count, and succeeds in a JVM of its own, each run gets a JVM of its own.
 */
final class ComparedSimulation implements ProgramPairs.Program, AutoCloseable {

  /** The first requests of a new JVM are slow because of Gatling. */
  private static final Duration GATLING_STARTS = Duration.ofSeconds(2);

  /** The runs before the first pair: one against each build. */
  private static final int UNCOUNTED = 2;

  private final Project project;
  private final CasePlan plan;
  private final Duration length;
  private final Path folder;
  private final Consumer<String> notes;
  private GatlingTurns turns = new GatlingTurns();

  /**
   * @param length the planned length of a run
   * @param folder for the results of a run
   * @param notes receives the reason for JVMs of their own
   */
  ComparedSimulation(
      Project project, CasePlan plan, Duration length, Path folder, Consumer<String> notes) {
    this.project = project;
    this.plan = plan;
    this.length = length;
    this.folder = folder;
    this.notes = notes;
  }

  @Override
  public CaseResult run(
      PairedDeployment.Endpoints endpoints, boolean candidate, Consumer<Duration> elapsed)
      throws InterruptedException {
    Environment environment = candidate ? endpoints.candidate() : endpoints.baseline();
    SimulationRunner runner = new SimulationRunner(project, environment, folder, Map.of());
    if (turns == null) {
      return alone(runner, elapsed);
    }
    try {
      return runner.turn(plan, new Durations(Duration.ZERO, length), turns, elapsed);
    } catch (Fault inOneJvm) {
      if (turns.begun() > UNCOUNTED) {
        throw inOneJvm;
      }
      close();
      runner.clear();
      CaseResult result = alone(runner, elapsed);
      notes.accept(
          "%s: each run uses a new JVM, because the simulation failed in one JVM for all runs: %s"
              .formatted(plan.name(), inOneJvm.getMessage()));
      return result;
    }
  }

  private CaseResult alone(SimulationRunner runner, Consumer<Duration> elapsed)
      throws InterruptedException {
    return runner.once(plan, new Durations(GATLING_STARTS, length), elapsed);
  }

  @Override
  public void close() {
    if (turns != null) {
      turns.close();
      turns = null;
    }
  }
}
