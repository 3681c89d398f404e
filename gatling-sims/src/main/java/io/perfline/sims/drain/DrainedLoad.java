package io.perfline.sims.drain;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.StoredMessages;
import io.perfline.sims.cases.DrainKeys;
import io.perfline.sims.cases.ShutdownMethod;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.kafka.TopicIds;
import io.perfline.sims.engine.Engine;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.WorkloadSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Measures one case: the recorder is stopped under load and started again, and every message that
 * was sent is accounted for.
 *
 * @param environment the servers that the recorder uses
 * @param folder the folder of the run; the case's raw results are in the folder of its simulation
 */
public record DrainedLoad(
    DrainedRecorder recorder, Environment environment, Path folder, Clock clock) {

  /** The shutdown begins after 1 ÷ this of the measured load. */
  private static final int PART_BEFORE = 6;

  private static final String BATCH_SIZE = "batch_size";

  public DrainedLoad {
    environment = recorder.in(environment);
  }

  /**
   * @throws DriverException if the case could not be measured
   */
  public CaseResult run(CasePlan plan, Durations durations, Progress progress)
      throws IOException, InterruptedException {
    CaseSettings settings = plan.settings();
    ShutdownMethod method = ShutdownMethod.of(settings.choice(DrainKeys.BY));
    Driver driver = DrainKeys.DRIVERS.get(settings.choice(WorkloadSchema.OF));
    Load load = plan.load().load(durations, plan.name().hashCode(), Shard.WHOLE);
    DrainTally tally = new DrainTally(method.serverStays() && driver.name().equals("http"));
    Duration before = durations.warmUp().plus(durations.duration().dividedBy(PART_BEFORE));
    ShutdownTrigger ending = new ShutdownTrigger(recorder, method, tally, before, progress);
    TopicIds store = recorder.stored();
    try (Session session = driver.open(environment, Target.RECORDER, "drain", settings);
        RawMaterialWriter raw =
            new RawMaterialWriter(folder.resolve(plan.simulation()), plan.fileName(), List.of())) {
      Measurement measurement =
          new Engine(clock).run(load, tally.tapped(session::connect), raw, ending);
      Duration took = ending.took();
      Set<UUID> stored = store.added();
      Drain drain = tally.result(method, stored, messages(settings), took);
      return plan.measured(settings, load, measurement)
          .with(drain)
          .with(new StoredMessages(tally.acknowledged().size(), stored.size()))
          .withProblems(problems(measurement, drain, tally.acknowledged().size()));
    }
  }

  private static int messages(CaseSettings settings) {
    return settings.has(BATCH_SIZE) ? settings.number(BATCH_SIZE) : 1;
  }

  private static List<String> problems(Measurement measurement, Drain drain, int ids) {
    List<String> problems = new ArrayList<>();
    if (measurement.requests() == 0) {
      problems.add("no request succeeded: " + measurement.errors());
    }
    if (ids < measurement.messages()) {
      problems.add(
          ("of %d acknowledged messages only %d have known ids, so missing ones can't be"
                  + " counted")
              .formatted(measurement.messages(), ids));
    }
    if (drain.underWay() == 0) {
      problems.add("nothing was under way when the shutdown began");
    }
    return problems;
  }

  /** Stops a recorder once its load has run for a while, and starts it again, on its own thread. */
  private static final class ShutdownTrigger implements Progress {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final DrainedRecorder recorder;
    private final ShutdownMethod method;
    private final DrainTally tally;
    private final Duration after;
    private final Progress next;
    private final Thread thread = new Thread(this::run, "perfline-ending");
    private Duration took;
    private String failure;

    /**
     * @param after the load before the shutdown
     * @param next receives the load's progress too
     */
    ShutdownTrigger(
        DrainedRecorder recorder,
        ShutdownMethod method,
        DrainTally tally,
        Duration after,
        Progress next) {
      this.recorder = recorder;
      this.method = method;
      this.tally = tally;
      this.after = after;
      this.next = next;
      thread.setDaemon(true);
    }

    @Override
    public void tick(Duration elapsed, double messagesPerSecond, long errors) {
      if (thread.getState() == Thread.State.NEW && elapsed.compareTo(after) >= 0) {
        thread.start();
      }
      next.tick(elapsed, messagesPerSecond, errors);
    }

    private void run() {
      try {
        tally.shutdownBegins();
        took = recorder.end(method);
        recorder.startAgain(method);
      } catch (DriverException | Fault e) {
        failure = e.getMessage();
      } catch (InterruptedException e) {
        failure = "interrupted while the service was ended";
      }
    }

    /**
     * Returns how long the shutdown took; called after the load.
     *
     * @throws DriverException if the recorder was not stopped or did not start again
     */
    Duration took() throws InterruptedException {
      if (thread.getState() == Thread.State.NEW) {
        throw new DriverException("the load was over before the service could be ended under it");
      }
      thread.join(TIMEOUT.toMillis());
      if (thread.isAlive()) {
        thread.interrupt();
        throw new DriverException(
            "the service was not running again %d s after the shutdown began"
                .formatted(TIMEOUT.toSeconds()));
      }
      if (failure != null) {
        throw new DriverException(failure);
      }
      return took;
    }
  }
}
