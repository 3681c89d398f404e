package io.perfline.sims.cases;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ConsumerLag;
import io.perfline.core.run.Counts;
import io.perfline.core.run.FailedAnswer;
import io.perfline.core.run.KeptBytes;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.Received;
import io.perfline.core.run.StoredMessages;
import io.perfline.core.run.WarmUpRequests;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.CpuWatch;
import io.perfline.sims.engine.Engine;
import io.perfline.sims.engine.FailingLoad;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Measures one case with the engine: prepares the store, generates the load, counts the stored
 * messages and removes them.
 *
 * @param folder the folder of the run; the case's raw results are in the folder of its simulation
 * @param servers the processes whose CPU is measured, by name
 */
record EngineCaseRunner(
    Driver driver,
    Environment environment,
    Path folder,
    Clock clock,
    Map<String, ProcessHandle> servers)
    implements CaseRunner {

  @Override
  public void check(CasePlan plan) {
    driver.check(environment, plan.target());
  }

  @Override
  public boolean hasLoad(CasePlan plan, Shard shard) {
    return plan.hasConnections(shard);
  }

  @Override
  public List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException, IOException {
    CaseSettings settings = plan.settings();
    Load load = plan.load().load(durations, plan.name().hashCode(), slot.shard());
    List<String> problems = new ArrayList<>();
    Measurement measurement = null;
    OptionalDouble kept = OptionalDouble.empty();
    OptionalLong found = OptionalLong.empty();
    ConsumerLag lag = null;
    Map<String, Double> figures = Map.of();
    try {
      RecorderStore store =
          plan.target() == Target.RECORDER
              ? RecorderStore.now(environment, driver.recorder(environment))
              : null;
      try (Session session = driver.open(environment, plan.target(), slot.scope(), settings)) {
        try {
          measurement = measure(session, plan, load, progress);
        } finally {
          FailedAnswer.write(
              folder.resolve(plan.simulation()), plan.fileName(), session.failures());
        }
        boolean refused = measurement.requests() == 0 && !measurement.errors().isEmpty();
        if (!refused || !LoadKeys.mayBeRefused(settings)) {
          problems.addAll(MeasurementChecks.of(measurement, load, session.fallsSilent()));
        }
        problems.addAll(
            MeasurementChecks.late(slot.shard(), measurement.start().minus(measurement.warmUp())));
        if (store != null) {
          ShardSchedule.awaitOthers(slot.shard(), durations, clock);
        }
        found = store == null ? session.stored() : OptionalLong.of(store.added());
        problems.addAll(MeasurementChecks.missing(measurement.acknowledged(), found));
        kept = session.keptBytesPerMessage();
        lag =
            session
                .consumed(
                    measurement.start(), Duration.between(measurement.start(), measurement.end()))
                .orElse(null);
        figures = session.figures();
      }
    } catch (DriverException e) {
      problems.add(e.getMessage());
    }
    if (measurement == null) {
      return FailedCase.all(plan, settings.asText(), durations, clock.instant(), problems);
    }
    CaseResult whole =
        plan.measured(settings, load, measurement)
            .with(kept(kept, measurement.messages()))
            .withProblems(problems)
            .with(stored(measurement, found))
            .withFigures(figures)
            .withSteady(measurement.requests() == 0 ? null : measurement.steady())
            .withErrors(errors(measurement, lag))
            .with(lag);
    List<CaseResult> all = new ArrayList<>(List.of(whole));
    for (int part = 0; part < plan.parts().size(); part++) {
      all.add(part(whole, plan.caseOf(plan.parts().get(part)), measurement, part));
    }
    return all;
  }

  /** Returns one of a request's exchanges, without a request if it was never reached. */
  private static CaseResult part(
      CaseResult whole, String name, Measurement measurement, int index) {
    List<Measurement.Part> parts = measurement.parts();
    boolean reached = index < parts.size();
    return whole
        .withName(name)
        .withCounts(reached ? parts.get(index).counts() : Counts.NONE)
        .without(Received.class)
        .without(WarmUpRequests.class)
        .with(reached ? parts.get(index).received() : null)
        .without(StoredMessages.class)
        .without(KeptBytes.class)
        .without(ConsumerLag.class)
        .withFigures(Map.of());
  }

  /** Returns the errors; messages that were acknowledged but not consumed count as failed. */
  private static Map<String, Long> errors(Measurement measurement, ConsumerLag lag) {
    Map<String, Long> errors = new TreeMap<>(measurement.errors());
    if (lag != null && lag.left() > 0) {
      errors.put("not consumed", lag.left());
    }
    return errors;
  }

  private static KeptBytes kept(OptionalDouble perMessage, long messages) {
    return perMessage.isEmpty()
        ? null
        : new KeptBytes(Math.round(perMessage.getAsDouble() * messages));
  }

  private Measurement measure(Session session, CasePlan plan, Load load, Progress progress)
      throws InterruptedException, IOException {
    Path simulation = folder.resolve(plan.simulation());
    CpuWatch cpu = CpuWatch.withGenerator(servers);
    try (RawMaterialWriter raw = new RawMaterialWriter(simulation, plan.fileName(), cpu.names())) {
      Progress ending = new FailingLoad(progress, session, environment);
      return new Engine(clock, cpu).run(load, session, raw, ending);
    }
  }

  private static StoredMessages stored(Measurement measurement, OptionalLong found) {
    return found.isEmpty()
        ? null
        : new StoredMessages(measurement.acknowledged(), found.getAsLong());
  }
}
