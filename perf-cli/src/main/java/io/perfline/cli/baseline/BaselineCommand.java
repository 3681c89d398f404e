package io.perfline.cli.baseline;

import io.perfline.cli.build.ServiceBuild;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.VerdictFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perfline baseline}: finds the build to compare with, and builds it. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the commit to compare with, builds it, and caches the build.",
      "It takes the newest commit whose comparisons were all decided and met, without a waiver, in"
          + " the profile commit or nightly. The search begins where the branch left its merge target or the default"
          + " branch; on that branch at the commit before the push, or at the parent; with"
          + " uncommitted changes at HEAD. What the clone lacks is fetched from its origin. Builds are"
          + " in .perf/baselines."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the baseline, or the reason why there is none, was written to FILE",
      "2:--against is neither a commit nor a WAR",
      "3:the commit of --against could not be built, or a commit is not available here: the message"
          + " contains the command that helps"
    })
public final class BaselineCommand implements Callable<Integer> {

  /** The name of the measuring method if stages run separately. */
  private static final String BY_STAGES = "by stages";

  @Spec private CommandSpec spec;

  @Option(
      names = "--against",
      paramLabel = "REF|WAR|none",
      description =
          "The baseline: a commit, branch, tag, WAR file or none. By default, and if it is empty, the"
              + " commit is searched for as described above.")
  private String against;

  @Option(
      names = "--since",
      paramLabel = "night|release",
      description =
          "The commit of the last nightly run, or the last release: the newest tag in the history"
              + " of the parent, otherwise the newest commit that is at least a week old.")
  private ProjectBaseline.Since since;

  @Option(
      names = "--measure",
      description =
          "Also compares identical builds (A/A); default: no load if nothing that runs has changed.")
  private boolean measure;

  @Option(
      names = "--judged",
      paramLabel = "RUN",
      description =
          "The run whose verdict is recorded for later comparisons, instead of a search for a baseline.")
  private Path judged;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Output file, for perfline run --baseline FILE.")
  private Path file;

  @Mixin private ProjectOption service;

  @Mixin private HistoryOption history;

  private final Path home;

  /** Constructor for {@code ./perfline}. */
  public BaselineCommand() {
    this(Homes.project());
  }

  public BaselineCommand(Path home) {
    this.home = home;
  }

  @Override
  public Integer call() throws InterruptedException {
    Project project = service.required(home);
    CommitVerdicts verdicts = new CommitVerdicts(project.home(), history);
    if (judged != null) {
      verdicts.add(
          RunFile.read(judged),
          VerdictFile.read(judged),
          ThresholdsFile.read(project.thresholds()),
          BY_STAGES);
      return 0;
    }
    if (file == null) {
      throw Fault.configuration("--out FILE is missing: it names where to write what was found");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (since != null && isAsked()) {
      throw Fault.configuration(
          "--since and --against both name the baseline: give only one of them");
    }
    String profile =
        since == ProjectBaseline.Since.NIGHT ? ProfileOption.NIGHTLY : ProfileOption.COMMIT;
    ProjectBaseline baseline =
        new ProjectBaseline(
            project,
            isAsked() ? against : null,
            profile,
            since,
            measure,
            new ServiceBuild(project, out),
            verdicts);
    try (ProjectLock lock = ProjectLock.take(home, project.home(), "perfline baseline", out)) {
      baseline.ready().write(file);
    }
    return 0;
  }

  /**
   * Returns whether a baseline was requested; a build server passes an empty name until there is a
   * good commit.
   */
  private boolean isAsked() {
    return against != null && !against.isEmpty();
  }
}
