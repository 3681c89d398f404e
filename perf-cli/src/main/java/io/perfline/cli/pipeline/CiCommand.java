package io.perfline.cli.pipeline;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.git.Checkout;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.gate.ShownOption;
import io.perfline.gate.publish.MetricsTarget;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perfline ci}: runs the whole pipeline. */
@Command(
    name = "ci",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the pipeline: build, stack up, deploy, run, publish, gate, trend,"
          + " report, stack down.",
      "The stages and their order are those of the Jenkinsfile. If interrupted, it"
          + " stops its servers.",
      "The profile nightly makes two comparisons: with the commit of the last night, and"
          + " with the last release or a commit that is at least a week old. The worse one counts."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every limit is met, warnings included",
      "1:a limit is exceeded",
      "2:wrong usage or configuration",
      "3:no verdict, or the run could not be published"
    })
public final class CiCommand implements Callable<Integer> {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  @Spec private CommandSpec spec;

  @Mixin private ProfileOption profile;

  @Option(
      names = "--only",
      paramLabel = "CASE",
      description =
          "Measures and judges only this simulation or case; may be repeated. Such a run is not"
              + " published and isn't the commit's verdict.")
  private List<String> only = List.of();

  @Option(
      names = "--run-id",
      paramLabel = "ID",
      description = "Name of the run's folder, runs/ID; default TIME-COMMIT.")
  private String id;

  @Mixin private ProjectOption service;

  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description =
          "The limits of a build (default: thresholds.yml of the checkout). With a file"
              + " other than the project's, only a failure is recorded for later commits, not a pass.")
  private Path thresholds;

  @Mixin private EnvironmentOption environment;

  @Option(names = "--keep-stack", description = "Leaves the stack running.")
  private boolean keepStack;

  @Option(
      names = "--publish-to",
      paramLabel = "TARGET",
      converter = MetricsTarget.Converter.class,
      description =
          "Also publishes run and verdict as metrics to otlp=URL, prometheus=URL or"
              + " prometheus=FILE.prom; may be repeated.")
  private List<MetricsTarget> targets = List.of();

  @Option(
      names = "--baseline-war",
      paramLabel = "WAR",
      description = "A release to compare with; default: the WAR that the thresholds name.")
  private Path baselineWar;

  @Option(
      names = "--against",
      paramLabel = "REF|WAR|none",
      description =
          "The baseline; default: the newest commit that passed, or warned with all comparisons"
              + " decided, from where a branch left the default branch, on that branch from the"
              + " parent, with uncommitted changes from HEAD.")
  private String against;

  @Option(
      names = "--measure",
      description =
          "Compares equal builds too (A/A), as the profile nightly does; default: if nothing that"
              + " runs has changed, the earlier verdict stands.")
  private boolean measure;

  @Option(
      names = "--confirm",
      paramLabel = "ROUNDS",
      defaultValue = "0",
      description =
          "Re-measures undecided or failed comparisons with the release in up to ROUNDS"
              + " rounds; default ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--why",
      negatable = true,
      description =
          "Records and names the methods that got slower, for every comparison; default:"
              + " only for failed ones, so passing builds take no extra time. --no-why: never.")
  private Boolean why;

  @Mixin private ShownOption shown;

  private final Path home;
  private final Function<PrintWriter, Stages> stages;
  private final Clock clock;

  /** Constructor for {@code ./perfline}. */
  public CiCommand() {
    this(Homes.project(), Stages::printingTo, Clock.systemUTC());
  }

  public CiCommand(Path home, Function<PrintWriter, Stages> stages, Clock clock) {
    this.home = home;
    this.stages = stages;
    this.clock = clock;
  }

  @Override
  public Integer call() throws IOException {
    Project project = service.required(home);
    Pipeline pipeline = pipeline(project);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter progress = shown.isVerdictAlone() ? new PrintWriter(Writer.nullWriter()) : out;
    String who = "perfline ci, run runs/" + pipeline.run().getFileName();
    try (ProjectLock lock = ProjectLock.take(home, project.home(), who, progress);
        PipelineSteps steps = new PipelineSteps(lock, stages.apply(progress), progress, err)) {
      return pipeline.run(steps, progress, out, err);
    } catch (InterruptedException signal) {
      return Fault.NO_VERDICT;
    }
  }

  /** Returns the folder of the run, in {@code runs} of the project or checkout. */
  private Path folder(Path root, String commit) {
    String name = id == null ? STAMP.format(clock.instant()) + "-" + commit : id;
    if (!ID.matcher(name).matches()) {
      throw Fault.configuration(
          "a run id is made of letters, digits, '.', '_' and '-', not '%s'".formatted(name));
    }
    Path run = root.resolve("runs").resolve(name);
    if (Files.exists(run)) {
      throw Fault.configuration("runs/%s already exists; choose another --run-id".formatted(name));
    }
    return run;
  }

  private Pipeline pipeline(Project project) {
    ProjectServers servers = new ProjectServers(project, environment);
    check(project, servers);
    return new Pipeline(
        project,
        servers,
        folder(project.home(), BuildVersion.shortCommit(new Checkout(project.home()))),
        profile.name(),
        only,
        thresholds == null ? project.thresholds() : thresholds,
        baselineWar,
        against == null || against.isEmpty() ? null : against,
        measure || profile.name().equals(ProfileOption.NIGHTLY),
        ConfirmationRounds.checked("--confirm", rounds),
        keepStack,
        targets,
        why,
        shown.part());
  }

  private void check(Project project, ProjectServers servers) {
    if (baselineWar != null && project.service().war() == null) {
      throw Fault.configuration(
          ("--baseline-war: the service of %s is not a WAR: --against REF compares with a"
                  + " commit")
              .formatted(project.file()));
    }
    if (baselineWar != null && !Files.isRegularFile(baselineWar)) {
      throw Fault.configuration("--baseline-war: there is no " + baselineWar);
    }
    if (baselineWar != null && against != null) {
      throw Fault.configuration(
          "--baseline-war and --against both name the baseline: give only one of them");
    }
    servers.inInfluxDb(); // reads the environment file, so a fault of it ends the command here
  }
}
