package io.perfline.sims.cases;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.ServerCost;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Session;
import io.perfline.sims.engine.CpuWatch;
import io.perfline.sims.engine.Engine;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.gatling.load.CapacityPlan;
import io.perfline.sims.gatling.load.CapacityPlan.CapacitySearch;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.ProjectSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Searches, level by level, for the largest number of users of a scenario who are served within the
 * goal. All users of a level start at once, and its first quarter is not counted. The goal applies
 * to whole sessions, without their think times.
 */
record CapacitySearchRunner(
    ProjectDrivers drivers,
    Environment environment,
    Path folder,
    Clock clock,
    Map<String, ProcessHandle> servers)
    implements CaseRunner {

  /** The name of the driver in plans, and the prefix of their names. */
  static final String DRIVER = "capacity";

  private static final ServerCost NO_COST =
      new ServerCost(null, null, null, "a search for the capacity loads at several levels");

  @Override
  public void check(CasePlan plan) {
    drivers.of(scenario(plan)).check(environment, plan.target());
  }

  @Override
  public Map<String, String> parameters(CasePlan plan) {
    // The requests in flight follow from the number of users, which is searched for.
    return plan.settings().without(LoadKeys.IN_FLIGHT).asText();
  }

  @Override
  public List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException, IOException {
    CaseSettings settings = plan.settings();
    CapacityPlan goal = CapacityKeys.plan(settings);
    CapacitySearch search = new CapacitySearch(CapacityKeys.ladder(settings), goal.step());
    Map<Integer, Measurement> levels = new TreeMap<>();
    List<Level> tried = new ArrayList<>();
    Instant latest = clock.instant().plus(durations.atMost());
    try {
      OptionalInt next = search.next();
      while (next.isPresent() && (tried.isEmpty() || clock.instant().isBefore(latest))) {
        int users = next.getAsInt();
        Measurement measurement = hold(plan, users, goal, slot, progress);
        Level level = level(users, measurement, goal.pages());
        levels.put(users, measurement);
        tried.add(level);
        search.tried(users, goal.goal().decide(level) == PageGoal.Decision.MET);
        next = search.next();
      }
    } catch (DriverException e) {
      List<String> problem = List.of(e.getMessage());
      return FailedCase.all(plan, parameters(plan), durations, clock.instant(), problem);
    }
    return List.of(whole(plan, List.copyOf(levels.values()), tried));
  }

  private Measurement hold(
      CasePlan plan, int users, CapacityPlan goal, CaseSlot slot, Progress progress)
      throws InterruptedException, IOException {
    ProjectSpec level =
        new ProjectSpec(scenario(plan).withConnections(users), new CaseSettings(Map.of()));
    Driver driver = drivers.of(level.load());
    Durations durations = new Durations(goal.rise(), goal.hold().minus(goal.rise()));
    Load load = level.load(durations, plan.name().hashCode(), Shard.WHOLE);
    String file = plan.fileName() + "-" + users;
    CpuWatch cpu = CpuWatch.withGenerator(servers);
    try (Session session = driver.open(environment, plan.target(), slot.scope(), level.settings());
        RawMaterialWriter raw =
            new RawMaterialWriter(folder.resolve(plan.simulation()), file, cpu.names())) {
      return new Engine(clock, cpu).run(load, session, raw, progress);
    }
  }

  private static Scenario scenario(CasePlan plan) {
    return (Scenario) ((ProjectSpec) plan.load()).load();
  }

  private static Level level(int users, Measurement measurement, int min) {
    long all = measurement.counts().all();
    List<String> problems =
        new ArrayList<>(
            GeneratorHealth.starvation(
                measurement.health().stillMillis(),
                Duration.between(measurement.start(), measurement.end()).toMillis()));
    if (all < min) {
      problems.add(
          "%d sessions are too few, at least %d are needed; increase 'hold'".formatted(all, min));
    }
    return new Level(
        users,
        measurement.start(),
        measurement.end(),
        measurement.errorCount(),
        measurement.responseTime(),
        problems);
  }

  /** Returns the state of the generator at the level at which it was worst. */
  private static GeneratorHealth worst(List<Measurement> levels) {
    return levels.stream()
        .map(Measurement::health)
        .reduce(
            (one, other) ->
                new GeneratorHealth(
                    Math.max(one.cpu(), other.cpu()),
                    Math.max(one.longestPauseMillis(), other.longestPauseMillis()),
                    Math.max(one.stillMillis(), other.stillMillis()),
                    Math.max(one.gcMillis(), other.gcMillis())))
        .orElseThrow();
  }

  private CaseResult whole(CasePlan plan, List<Measurement> levels, List<Level> tried) {
    Counts counts = Counts.sum(levels.stream().map(Measurement::counts).toList());
    Measurement largest = levels.get(levels.size() - 1);
    Instant start = tried.get(0).start();
    Instant end = tried.stream().map(Level::end).max(Comparator.naturalOrder()).orElseThrow();
    return CaseResult.of(plan.name(), plan.target().toString())
        .withParameters(parameters(plan))
        .withPeriod(start, end, levels.get(0).warmUp().toMillis())
        .withCounts(counts)
        .withGenerator(worst(levels).atRate(null, largest.sentPerSecond()))
        .with(NO_COST)
        .withProblems(counts.requests() == 0 ? List.of("no session succeeded") : List.of())
        .withLevels(tried);
  }
}
