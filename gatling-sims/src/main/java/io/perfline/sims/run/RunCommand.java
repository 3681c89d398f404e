package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.deploy.stack.ProjectLock;
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

/** {@code ./perfline run} measures the cases of a profile. */
@Command(
    name = "run",
    description = "Generates the load, measures it, and writes RUN/run.json.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all cases were validly measured",
      "2:wrong usage or configuration",
      "3:a case is invalid (run.json contains the reason), or nothing was measured"
    })
public final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SIMULATION",
      arity = "0..*",
      description = "Simulations or cases, such as kafka or kafka/batch_size/256; default all.")
  private List<String> wanted = List.of();

  @Mixin private ProfileOption profile;

  @Option(
      names = "--out",
      paramLabel = "RUN",
      description = "The run's folder; its name is the run's id; default runs/TIME-COMMIT.")
  private Path out;

  @Mixin private ProjectOption service;

  @Mixin private EnvironmentOption environment;

  @Option(
      names = "--list",
      description =
          "Only lists every case with its profiles; with --profile, the cases of that"
              + " profile and the duration of their load.")
  private boolean list;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "With --list: writes the cases as JSON instead of printing them.")
  private Path json;

  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description =
          "With a baseline: measuring continues until these limits are decided (default:"
              + " those of perf.yml).")
  private Path thresholds;

  @Option(
      names = "--add-to",
      paramLabel = "RUN",
      description = "Adds pairs to the paired cases of this run, with its profile.")
  private Path addTo;

  @Mixin private PairedOptions paired;
  @Mixin private ShardOptions shard;

  private final RunStage stage;

  /** Creates a command that measures the planned load. */
  public RunCommand() {
    this(RunStage.AS_PLANNED);
  }

  public RunCommand(RunStage stage) {
    this.stage = stage;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path home = Homes.project();
    Project project = service.find(home).orElseGet(() -> Project.ofServers(home));
    if (json != null && !list) {
      throw Fault.configuration("--json requires --list");
    }
    if (list) {
      list(RunPlan.of(project, home).catalogue());
      return 0;
    }
    RunRequest request =
        new RunRequest(
            project,
            environment,
            wanted,
            profile.name(),
            out,
            addTo,
            thresholds,
            shard.schedule(Clock.systemUTC()),
            paired.comparison());
    PrintWriter printed = spec.commandLine().getOut();
    if (request
        .schedule()
        .isSharded()) { // Runs without a lock, because other shards of the load may run on this
      // machine.
      stage.run(request, printed);
      return 0;
    }
    try (ProjectLock lock = ProjectLock.take(home, project.home(), "perfline run", printed)) {
      stage.run(request, printed);
    }
    return 0;
  }

  private void list(List<CasePlan> catalogue) throws IOException {
    if (json != null) {
      CatalogueEntry.write(json, RunStage.withPairs(catalogue));
      spec.commandLine().getOut().printf("%d cases, listed in %s%n", catalogue.size(), json);
      return;
    }
    CaseListing listing = new CaseListing(spec.commandLine().getOut());
    if (spec.commandLine().getParseResult().hasMatchedOption("--profile")) {
      listing.profile(new CaseSelection(catalogue).of(profile.name(), wanted), profile.name());
    } else {
      listing.all(catalogue);
    }
  }
}
