package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perf bisect}: which commit made it slower. */
@Command(
    name = "bisect",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the commit that made a service slower by binary search, in paired"
          + " comparisons with GOOD.",
      "Commits that don't build are skipped, commits with the same running code need"
          + " no load, and the",
      "same command continues an interrupted search."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the commit is named, or none is slower",
      "2:wrong usage, or BAD doesn't come from GOOD",
      "3:the range could not be narrowed to one commit, or a step was not validly" + " measured"
    })
public final class BisectCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "GOOD", description = "A commit, branch or tag: fast.")
  private String goodName;

  @Parameters(index = "1", paramLabel = "BAD", description = "A later one: slow.")
  private String badName;

  @Option(
      names = "--case",
      paramLabel = "CASE",
      description = "The compared case, such as paired/record; default all.")
  private String measuredCase = "paired";

  @Option(
      names = "--profile",
      paramLabel = "P",
      defaultValue = "commit",
      description = "Load profile of each step; default ${DEFAULT-VALUE}.")
  private String profile;

  @Option(
      names = "--why",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Record the commit that was found and its parent to name the slower methods;"
              + " default.")
  private boolean why;

  @Mixin private ProjectOption service;

  @Mixin private JudgingOptions judging;

  private final Path home;
  private final StageRunner stages;

  /** As {@code ./perf} starts it. */
  public BisectCommand() {
    this(Main.home(), StageRunner.real());
  }

  BisectCommand(Path home, StageRunner stages) {
    this.home = home;
    this.stages = stages;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Project project =
        service
            .find(home)
            .orElseThrow(() -> Fault.configuration("there is no perf.yml here: './perf init'"));
    CommitBuilds builds = CommitBuilds.of(project, out);
    Checkout checkout = new Checkout(builds.home());
    String good = commit(checkout, "GOOD", goodName);
    String bad = commit(checkout, "BAD", badName);
    List<String> commits = checkout.between(good, bad);
    if (commits.isEmpty()) {
      throw Fault.configuration(
          "%s doesn't come from %s, or is the same: name an earlier commit first%s"
              .formatted(
                  badName,
                  goodName,
                  checkout.isShallow() ? "; 'git fetch --unshallow' gets what is missing" : ""));
    }
    StageLog steps = new StageLog(stages, out, err);
    StackLease stack = new StackLease(stages, out, err);
    try (PipelineInterruption watching = PipelineInterruption.of(steps, stack, err)) {
      Pipeline.leftOutOfGit(project.home().resolve(".perf"));
      Pipeline.leftOutOfGit(project.home().resolve("runs"));
      List<String> how = words(measuredCase, "--profile", profile, "--file", project.file());
      int unusable = steps.stepWithoutOutput("plan", words("run", how, "--list"));
      if (unusable != 0) {
        return unusable;
      }
      ProjectServers servers = new ProjectServers(project, judging.environment());
      servers.setUp(steps, stack, false);
      Path thresholds = thresholds(project);
      List<String> measured = words(how, "--thresholds", thresholds, servers.words());
      int code = search(builds, checkout, good, commits, thresholds, measured, steps);
      stack.takeDown();
      return code;
    } catch (InterruptedException told) {
      return Fault.NO_VERDICT;
    } finally {
      stack.takeDown();
    }
  }

  private static String commit(Checkout checkout, String which, String name) {
    return checkout
        .commit(name)
        .orElseThrow(
            () ->
                Fault.configuration(
                    ("%s: '%s' is not a commit, branch or tag here; 'git fetch --tags' gets those"
                            + " of the upstream")
                        .formatted(which, name)));
  }

  private int search(
      CommitBuilds builds,
      Checkout checkout,
      String good,
      List<String> commits,
      Path thresholds,
      List<String> measured,
      StageLog steps)
      throws InterruptedException, IOException {
    PrintWriter out = spec.commandLine().getOut();
    String bad = commits.get(commits.size() - 1);
    Path kept = builds.home().resolve(".perf/bisect.json");
    SearchState begun = new SearchState(good, bad, String.join(" ", measured), List.of());
    Optional<SearchState> before = begun.keptIn(kept);
    boolean goesOn = before.isPresent();
    SearchState[] state = {before.orElse(begun)};
    state[0].write(kept);
    if (goesOn) {
      out.printf("going on, judged before: %d%n", state[0].steps().size());
    }
    Path runs = builds.home().resolve("runs").resolve("bisect-" + CommitId.shortened(bad));
    MeasuredCommits judge =
        new MeasuredCommits(
            builds,
            good,
            ThresholdsFile.read(thresholds).judging(false),
            measured,
            steps,
            runs,
            goesOn);
    Search search =
        new Search(
            commits,
            judge,
            state[0].steps(),
            commit -> {
              state[0] = state[0].with(commit);
              state[0].write(kept);
            },
            new BisectProgress(checkout, out, System::nanoTime));
    Found found = search.run(good);
    tell(checkout, found, search.measured(), out);
    if (found.isCommit() && why) {
      profile(builds, found.range().get(0), checkout, measured, runs, steps);
    }
    Files.deleteIfExists(kept);
    return found.isCommit() || found.isNone() ? 0 : Fault.NO_VERDICT;
  }

  private Path thresholds(Project project) {
    List<String> given = judging.thresholds();
    return given.isEmpty() ? project.thresholds() : Path.of(given.get(1));
  }

  private void tell(Checkout checkout, Found found, int measured, PrintWriter out) {
    out.println();
    if (found.isNone()) {
      out.printf("%s is not slower than %s: %s%n", badName, goodName, found.told());
    } else if (found.isCommit()) {
      out.printf("slower since %s%n", BisectProgress.told(checkout, found.range().get(0)));
      out.printf("against %s: %s%n", goodName, found.told());
    } else {
      out.printf(
          "one of %d commits made it slower; it could not be narrowed further: %s%n",
          found.range().size(), found.told());
      found.range().forEach(one -> out.println("  " + BisectProgress.told(checkout, one)));
    }
    out.println(measured == 1 ? "1 commit was measured" : measured + " commits were measured");
    out.flush();
  }

  /** Beside its parent: what else changed since the good commit is in both. */
  private void profile(
      CommitBuilds builds,
      String commit,
      Checkout checkout,
      List<String> measured,
      Path runs,
      StageLog steps)
      throws InterruptedException {
    String parent = checkout.commit(commit + "^").orElseThrow();
    Path run = runs.resolve("why-" + CommitId.shortened(commit) + "-" + System.nanoTime());
    List<String> both;
    try {
      both = builds.beside(commit, parent);
    } catch (Fault doesNotBuild) {
      spec.commandLine().getOut().println("its parent does not build: no profile");
      return;
    }
    if (steps.step("profile it", words("run", measured, both, "--why", "--out", run)) == 0) {
      steps.step("why", words("why", run));
      steps.step("report", words("report", run));
    }
  }
}
