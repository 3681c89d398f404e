package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.StoppingRule;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perf run}: measures the cases of a profile. */
@Command(
    name = "run",
    description = "Generates the load, measures it, and writes RUN/run.json.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit codes: 0 all cases were validly measured, 2 wrong usage or configuration,",
      "3 a case is invalid (run.json contains the reason) or nothing was measured."
    })
public final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SIMULATION",
      arity = "0..*",
      description = "Simulations or cases, such as kafka or kafka/batch_size/256; default all.")
  private List<String> wanted = List.of();

  @Option(
      names = "--profile",
      defaultValue = "commit",
      description = "Selects the cases and their durations; default ${DEFAULT-VALUE}.")
  private String profile;

  @Mixin private RunFolder out;

  @Mixin private ProjectOption service;

  @Mixin private EnvironmentOption environment;

  @Option(
      names = "--list",
      description =
          "Only list every case with its profiles; with --profile, the cases of that"
              + " profile and the duration of their load.")
  private boolean list;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "With --list: write the cases as JSON as well.")
  private Path json;

  @Option(
      names = "--live",
      description = "With --out: publish each second to InfluxDB during the load, for Grafana.")
  private boolean live;

  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description =
          "With a baseline: measuring continues until these limits are decided (default:"
              + " those of perf.yml).")
  private Path thresholds;

  @Mixin private PairedOptions paired;
  @Mixin private ShardOptions shardOptions;

  private final Path home = Homes.project();
  private final Clock clock = Clock.systemUTC();
  private final StoppingRule.Source stoppingRules;
  private final LiveView view;

  /** Measures what the profile plans; nobody watches it live. */
  public RunCommand() {
    this(
        (thresholds, compared, catalogue, inRun) -> StoppingRule.AS_PLANNED,
        (run, cases, environmentFile) -> {
          throw Fault.configuration("--live: nothing here follows a run; ./perf run does");
        });
  }

  /**
   * @param stoppingRules say when a comparison has enough pairs
   * @param view watches a run that is measured {@code --live}
   */
  public RunCommand(StoppingRule.Source stoppingRules, LiveView view) {
    this.stoppingRules = stoppingRules;
    this.view = view;
  }

  /** The cases that there are in a checkout. */
  public static List<CatalogueEntry> planned(Path home) {
    return planned(RunPlan.of(new ProjectOption().find(home), home).catalogue());
  }

  static List<CatalogueEntry> planned(List<CasePlan> catalogue) {
    return catalogue.stream().map(CasePlan::planned).flatMap(List::stream).toList();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    RunPlan plan = RunPlan.of(service.find(home), home);
    List<CasePlan> catalogue = plan.catalogue();
    if (json != null && !list) {
      throw Fault.configuration("--json belongs to --list");
    }
    if (list || !live) {
      return list ? list(catalogue) : measure(plan, catalogue);
    }
    if (out.given() == null) {
      throw Fault.configuration("--live needs --out RUN, to know which files to follow");
    }
    LiveView.Follower follower = view.follow(out.given(), planned(catalogue), environment.given());
    try {
      return measure(plan, catalogue);
    } finally {
      follower.end();
    }
  }

  private int list(List<CasePlan> catalogue) throws IOException {
    CaseListing listing = new CaseListing(spec.commandLine().getOut());
    if (spec.commandLine().getParseResult().hasMatchedOption("--profile")) {
      listing.profile(new CaseSelection(catalogue).of(profile, wanted), profile);
    } else {
      listing.all(catalogue);
    }
    if (json != null) {
      CatalogueEntry.write(json, planned(catalogue));
    }
    return 0;
  }

  private int measure(RunPlan plan, List<CasePlan> catalogue)
      throws IOException, InterruptedException {
    ShardSchedule schedule = shardOptions.schedule(clock);
    Environment where = plan.environment(environment);
    String which = paired.addition().map(added -> added.before().profile()).orElse(profile);
    List<CasePlan> plans =
        there(
            paired.possible(new CaseSelection(catalogue).of(which, wanted), !wanted.isEmpty()),
            where);
    DrainCommand.refuse(plans);
    if (schedule.isSharded() && plans.stream().anyMatch(PairedOptions::isPaired)) {
      throw Fault.configuration(
          "paired cases are measured by one generator: --shard and --baseline-war are"
              + " mutually exclusive");
    }
    BuildInfo build = plan.build(paired);
    Path folder = out.choose(paired.addition(), plan.project().home(), build, clock);
    Run run;
    PrintWriter text = spec.commandLine().getOut();
    try (Console console = Console.of(text, plans, which);
        Interruption interruption = Interruption.of(Thread.currentThread());
        RunPlan.Started started = plan.loaded(where, folder, paired)) {
      run =
          new RunExecutor(
                  started,
                  folder,
                  clock,
                  console,
                  new PairedCases(
                      paired, started.sides(), folder, clock, judgement(plan, catalogue, plans)),
                  home,
                  schedule,
                  new OnDemandServers(plan.servers(environment).orElse(null), where.variables()))
              .run(RunFolder.id(folder), build, which, plans, catalogue);
      run = run.against(started.labelled(paired.compared()));
      run = paired.addition().isPresent() ? paired.addition().get().sum(run) : run;
      interruption.check();
      RunFile.write(folder, run);
    } catch (InterruptedException e) {
      throw Fault.noVerdict("interrupted: no run.json is written", e);
    }
    RunFolder.tell(text, folder, run);
    return 0;
  }

  private List<CasePlan> there(List<CasePlan> plans, Environment where) {
    List<CasePlan> there = wanted.isEmpty() ? OnDemandServers.there(plans, where) : plans;
    if (there.size() < plans.size()) {
      spec.commandLine()
          .getOut()
          .printf(
              "%d cases are left out: the environment has no Redis or no etcd%n",
              plans.size() - there.size());
    }
    return there;
  }

  private io.perfline.core.run.StoppingRule judgement(
      RunPlan plan, List<CasePlan> catalogue, List<CasePlan> plans) {
    if (plans.stream().noneMatch(PairedOptions::isPaired)) {
      return io.perfline.core.run.StoppingRule.AS_PLANNED;
    }
    List<CatalogueEntry> inRun = planned(plans);
    Path limits = thresholds == null ? plan.project().thresholds() : thresholds;
    return stoppingRules.of(limits, paired.compared(), planned(catalogue), inRun::contains);
  }
}
