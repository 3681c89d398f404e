package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.Project;
import io.perfline.core.project.RequiredVariable;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.StoppingRule;
import io.perfline.core.run.ToolResults;
import io.perfline.sims.cases.DrainKeys;
import io.perfline.sims.cases.ShardSchedule;
import io.perfline.sims.cases.SimulationClassPath;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.comparison.PairedCases;
import io.perfline.sims.comparison.RunExtension;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.paired.CommonClock;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedMeasurement;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.ProjectSpec;
import io.perfline.sims.workload.SimulationSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Generates the load, measures it, and writes {@code run.json}.
 *
 * @param stoppingRules decide when a comparison has enough pairs
 * @param tools reads the results of load tools
 */
public record RunStage(StoppingRule.Source stoppingRules, ToolResults tools) {

  /** The standard deviations by which random arrivals practically never exceed their mean. */
  private static final double MOST_DEVIATIONS = 5;

  /** Measures the planned load. */
  static final RunStage AS_PLANNED =
      new RunStage(
          (thresholds, compared, catalogue, inRun) -> StoppingRule.AS_PLANNED, ToolResults.NONE);

  /**
   * Measures a run.
   *
   * @throws Fault exit code 2 if the request is wrong; 3 if nothing was measured, or if a case is
   *     invalid for the reasons in {@code run.json}
   */
  public void run(RunRequest request, PrintWriter out) throws IOException, InterruptedException {
    RunPlan plan = RunPlan.of(request.project(), Homes.project());
    List<CasePlan> catalogue = plan.catalogue();
    measure(request, plan, catalogue, out);
  }

  public static List<CatalogueEntry> planned(Project project) {
    return withPairs(RunPlan.of(project, Homes.project()).catalogue());
  }

  /**
   * Finds the cases of a project, and checks that a profile contains the wanted ones and that the
   * variables of their requests are set.
   *
   * @param wanted simulations or cases; empty for any
   * @throws Fault exit code 2 if the profile contains none of them, or a variable is not set
   */
  public static List<CatalogueEntry> planned(Project project, String profile, List<String> wanted) {
    List<CasePlan> catalogue = RunPlan.of(project, Homes.project()).catalogue();
    requireVariables(new CaseSelection(catalogue).of(profile, wanted));
    return withPairs(catalogue);
  }

  /**
   * Checks that the Gatling simulations of a built project exist.
   *
   * @param wanted simulations or cases; empty for any
   * @throws Fault exit code 2 if a class is missing
   */
  public static void requireBuilt(Project project, List<String> wanted) {
    for (GatlingSimulation simulation : project.loads(GatlingSimulation.class).values()) {
      String name = simulation.name();
      if (wanted.isEmpty()
          || wanted.stream().anyMatch(one -> one.matches("(paired/)?" + name + "(/.*)?"))) {
        SimulationClassPath.of(project, simulation).check();
      }
    }
  }

  private static void requireVariables(List<CasePlan> plans) {
    RequiredVariable.check(
        plans.stream().flatMap(plan -> plan.load().variables().stream()).toList(), System.getenv());
  }

  /**
   * Forecasts the duration of a profile's cases, such as {@code about 7 minutes: 4 comparisons}.
   *
   * @param wanted simulations or cases; empty for any
   */
  public static Forecast forecast(Project project, String profile, List<String> wanted) {
    List<CasePlan> catalogue = RunPlan.of(project, Homes.project()).catalogue();
    return Forecast.of(new CaseSelection(catalogue).of(profile, wanted), profile);
  }

  /**
   * Returns the longest duration of a profile's cases, with warm-ups and restarts, if none of the
   * comparisons is decided earlier.
   *
   * @param wanted simulations or cases; empty for any
   */
  public static Duration longest(Project project, String profile, List<String> wanted) {
    return forecast(project, profile, wanted).max();
  }

  /** Returns all cases with their maximum numbers of pairs or of requests. */
  static List<CatalogueEntry> withPairs(List<CasePlan> catalogue) {
    return catalogue.stream()
        .flatMap(
            plan ->
                PairedKeys.isPaired(plan)
                    ? Stream.of(PairedMeasurement.planned(plan))
                    : plan.planned().stream()
                        .map(entry -> entry.withSamples(samples(plan, entry.name()))))
        .toList();
  }

  /** Returns the most sessions of a case that a scenario's rate allows, by profile. */
  private static Map<String, Long> samples(CasePlan plan, String name) {
    Map<String, Long> samples = new TreeMap<>();
    if (plan.load() instanceof ProjectSpec spec
        && spec.load() instanceof Scenario scenario
        && scenario.model().isOpen()) {
      plan.paces()
          .forEach(
              (profile, durations) -> {
                double mean =
                    scenario.model().ratePerSecond()
                        * scenario.share(request -> plan.caseOf(request).equals(name))
                        * (durations.duration().toMillis() / 1e3);
                double more = scenario.model().poisson() ? MOST_DEVIATIONS * Math.sqrt(mean) : 0;
                samples.put(profile, (long) Math.ceil(mean + more));
              });
    }
    return samples;
  }

  public static List<CatalogueEntry> planned(List<CasePlan> catalogue) {
    return catalogue.stream().map(CasePlan::planned).flatMap(List::stream).toList();
  }

  private void measure(RunRequest request, RunPlan plan, List<CasePlan> catalogue, PrintWriter out)
      throws IOException, InterruptedException {
    Clock clock = Clock.systemUTC();
    ShardSchedule schedule = request.schedule();
    BaselineComparison comparison = request.comparison();
    Environment where = plan.environment(request.environment());
    Optional<RunExtension> addition = Optional.ofNullable(request.addTo()).map(RunExtension::of);
    String profile = addition.map(added -> added.before().profile()).orElse(request.profile());
    boolean named = !request.cases().isEmpty();
    List<CasePlan> wanted =
        comparison.possible(
            new CaseSelection(catalogue).of(profile, request.cases()), named, addition.isPresent());
    List<CasePlan> plans = named ? wanted : OnDemandServers.available(wanted, where);
    if (plans.size() < wanted.size()) {
      out.printf(
          "%d cases are left out: the environment has no Redis or no etcd%n",
          wanted.size() - plans.size());
    }
    if (plans.stream().anyMatch(DrainKeys::isDrain)) {
      throw Fault.configuration("perfline drain measures the cases of profile " + DrainKeys.DRIVER);
    }
    requireVariables(plans);
    requireBuilt(request.project(), request.cases());
    boolean paired = plans.stream().anyMatch(PairedKeys::isPaired);
    if (schedule.isSharded()) {
      requireShared(plans, comparison, addition.isPresent(), schedule.first());
    }
    BuildInfo build = plan.build(comparison);
    Path folder = RunFolder.of(request, build, clock);
    StoppingRule rule =
        paired ? rule(request, comparison, catalogue, plans) : StoppingRule.AS_PLANNED;
    Run run;
    try (Console console = Console.of(out, comparison.loaded(plans), profile);
        Interruption interruption = Interruption.of(Thread.currentThread());
        RunPlan.Started started = plan.loaded(where, folder, comparison)) {
      CommonClock common = schedule.pairs(plans, profile, clock);
      if (schedule.isSharded() && paired && comparison.unchanged().isEmpty()) {
        started.sides().services().share(common.isLeader());
      }
      run =
          new RunExecutor(
                  started,
                  folder,
                  clock,
                  console,
                  new PairedCases(
                      comparison, addition, started.sides(), folder, clock, rule, tools, common),
                  plan.home(),
                  schedule,
                  new OnDemandServers(
                      plan.servers(request.environment()).orElse(null), where.variables()))
              .run(RunFolder.id(folder), build, profile, plans, catalogue);
      run = run.against(started.labelled(comparison.compared()));
      run = addition.isPresent() ? addition.get().sum(run) : run;
      interruption.check();
      RunFile.write(folder, run);
    } catch (InterruptedException e) {
      throw Fault.noVerdict("interrupted: no run.json is written", e);
    }
    RunFolder.print(out, folder, run);
  }

  /** Checks that several generators can measure the paired cases together. */
  private static void requireShared(
      List<CasePlan> plans, BaselineComparison comparison, boolean added, Shard shard) {
    if (added) {
      throw Fault.configuration("--add-to and --shard are mutually exclusive");
    }
    if (Boolean.TRUE.equals(comparison.why())) {
      throw Fault.configuration("--why and --shard are mutually exclusive: one generator records");
    }
    for (CasePlan plan : plans) {
      boolean program = plan.load() instanceof ProgramSpec || plan.load() instanceof SimulationSpec;
      if (program && PairedKeys.isPaired(plan)) {
        throw Fault.configuration(
            "%s runs a program, which one generator does: name the other cases, or leave out --shard"
                .formatted(plan.name()));
      }
      Shard last = new Shard(shard.of() - 1, shard.of(), shard.start());
      if (PairedKeys.isPaired(plan) && !plan.hasConnections(last)) {
        throw Fault.configuration(
            "%s has too few connections for %d generators: use fewer, or raise its connections or rate"
                .formatted(plan.name(), shard.of()));
      }
    }
  }

  private StoppingRule rule(
      RunRequest request,
      BaselineComparison comparison,
      List<CasePlan> catalogue,
      List<CasePlan> plans) {
    List<CatalogueEntry> inRun = planned(plans);
    Path limits =
        request.thresholds() == null ? request.project().thresholds() : request.thresholds();
    return stoppingRules.of(limits, comparison.compared(), planned(catalogue), inRun::contains);
  }
}
