package io.perfline.sims.drain;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.Case;
import io.perfline.core.run.Drain;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.StoredMessages;
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
import io.perfline.sims.workload.Dialect;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.Pace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Measures one case: the load runs, the recorder is ended under it and comes again, and everything
 * that went out is accounted for.
 *
 * @param environment the servers beside the recorder
 * @param folder the run's; the case's raw material goes into its simulation's folder
 */
public record DrainedLoad(
    DrainedRecorder recorder, Environment environment, Path folder, Clock clock) {

  /** Which part of the measured load has passed when the recorder is told to end. */
  private static final int PART_BEFORE = 6;

  private static final String BATCH_SIZE = "batch_size";

  public DrainedLoad {
    environment = recorder.in(environment);
  }

  /**
   * @throws DriverException when it couldn't be measured
   */
  public Case run(CasePlan plan, Pace pace, Progress progress)
      throws IOException, InterruptedException {
    CaseSettings settings = LoadKeys.complete(plan.settings());
    EndedBy by = EndedBy.of(settings.choice(DrainKeys.BY));
    Driver driver = DrainKeys.DRIVERS.get(settings.choice(Dialect.OF));
    Load load = LoadKeys.load(settings, pace, plan.name().hashCode(), Shard.WHOLE);
    DrainTally tally = new DrainTally(by.serverStays() && driver.name().equals("http"));
    Duration before = pace.warmUp().plus(pace.duration().dividedBy(PART_BEFORE));
    Ending ending = new Ending(recorder, by, tally, before, progress);
    TopicIds store = recorder.stored();
    try (Session session = driver.open(environment, Target.RECORDER, "drain", settings);
        RawMaterialWriter raw =
            new RawMaterialWriter(folder.resolve(plan.simulation()), plan.fileName(), List.of())) {
      Measurement measured =
          new Engine(clock).run(load, tally.tapped(session::connect), raw, ending);
      Duration took = ending.took();
      Set<UUID> stored = store.added();
      Drain drain = tally.result(by, stored, messages(settings), took);
      return plan.measured(settings, load, measured)
          .drain(drain)
          .stored(new StoredMessages(tally.acknowledged().size(), stored.size()))
          .problems(problems(measured, drain, tally.acknowledged().size()))
          .build();
    }
  }

  private static int messages(CaseSettings settings) {
    return settings.has(BATCH_SIZE) ? settings.number(BATCH_SIZE) : 1;
  }

  private static List<String> problems(Measurement measured, Drain drain, int ids) {
    List<String> problems = new ArrayList<>();
    if (measured.requests() == 0) {
      problems.add("nothing came back: " + measured.errors());
    }
    if (ids < measured.messages()) {
      problems.add(
          "of %d acknowledged messages only %d told their ids, so what is missing can't be counted"
              .formatted(measured.messages(), ids));
    }
    if (drain.underWay() == 0) {
      problems.add("nothing was under way when the service was told to end");
    }
    return problems;
  }
}
