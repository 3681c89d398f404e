package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunFile;
import io.perfline.gate.GateCommand;
import io.perfline.gate.history.CommitVerdict;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All stages in the order of the Jenkinsfile; only the servers that the service needs are started.
 *
 * @param run folder that the run is to have
 * @param profile which cases, and how long
 * @param thresholds the option {@code --thresholds}, or nothing
 * @param baselineWar the release that was named
 * @param against what to compare with; empty: what {@code ./perf baseline} finds by itself
 * @param measure true when equal builds are measured as well
 * @param rounds how often to measure on, at most
 * @param keepStack whether the stack is left running
 * @param live whether seconds are published as they happen
 * @param why the option {@code --why} of what is compared, or nothing
 */
record Pipeline(
    Project project,
    ProjectServers servers,
    Path run,
    String profile,
    List<String> thresholds,
    Optional<Path> baselineWar,
    Optional<String> against,
    boolean measure,
    int rounds,
    boolean keepStack,
    boolean live,
    List<String> why) {

  /**
   * @return the exit code: that of the gate, or 3 when something around it failed
   * @throws Fault when there is no run
   */
  int run(StageLog stages, StackLease stack, PrintWriter out, PrintWriter err)
      throws IOException, InterruptedException {
    boolean deploys = servers.deploys();
    Path scratch = leftOutOfGit(project.home().resolve(".perf"));
    leftOutOfGit(run.getParent());
    Path release = scratch.resolve("release");
    Path ours = Homes.tool(Main.home()).resolve(Project.FILE).toAbsolutePath().normalize();
    boolean isBuilt = project.file().toAbsolutePath().normalize().equals(ours);
    if (isBuilt) {
      tellBuild(stages, out);
    }
    int unusable = check(stages, scratch, release);
    if (unusable != 0) {
      return unusable;
    }
    if (!isBuilt && project.service().build() != null) {
      build(stages, out);
    }
    Path found = scratch.resolve("baseline.json");
    unusable = findBaseline(stages, release, found);
    if (unusable != 0) {
      return unusable;
    }
    CommitVerdicts verdicts = servers.verdicts();
    Optional<StandingVerdict> stands = standing(found, verdicts);
    if (stands.isPresent()) {
      Verdict verdict = stands.get().restate(project, run, System.getenv(), Instant.now());
      servers.setUpHistory(stages, stack);
      verdicts.add(stands.get().of(verdict));
      if (stack.isOurs()) {
        stages.step("stack down", stack::takeDown);
      }
      out.printf(
          "%n%s: %s%n%n%s%nRun: %s%n",
          verdict.outcome(), verdict.summary(), stages.times(), project.home().relativize(run));
      return verdict.outcome().exitCode();
    }
    List<String> baseline =
        Files.exists(found) ? words("--baseline", found) : baselineWar(release, err);
    servers.setUp(stages, stack, keepStack);
    if (deploys && stages.step("deploy", words("deploy", file(), servers.words())) != 0) {
      stack.takeDown();
      throw Fault.noVerdict("nothing was measured: see above");
    }
    measure(stages, stack, baseline);
    boolean published = publish(stages, "publish");
    if (comparesWithRelease(baseline)) {
      new ReleaseComparison(
              run, scratch.resolve("release.json"), file(), limits(), servers.words(), why)
          .measure(stages);
    }
    List<String> judging = words(limits(), servers.history());
    int code =
        new ConfirmationRounds(
                rounds,
                run,
                scratch.resolve("open"),
                words(file(), baseline, servers.words(), limits(), why),
                judging)
            .decide(stages, err);
    VerdictFile.readIfThere(run)
        .ifPresent(
            verdict -> verdicts.add(CommitVerdict.of(RunFile.read(run), verdict, measured())));
    published = published && publish(stages, "publish verdict");
    if (published && stages.step("trend", words("trend", run, judging, "--publish")) > 1) {
      err.println("perf ci: the level shifts are not marked: see above");
    }
    boolean reported = stages.step("report", words("report", run)) == 0;
    end(stages, stack, out);
    Path there = project.home().relativize(run);
    out.printf("%n%s%nRun: %s%n", stages.times(), there);
    if (!published) {
      err.printf(
          "perf ci: the run could not be published; when the history can be written again:"
              + " ./perf %s%n",
          String.join(" ", words("publish", there, servers.history())));
    }
    return code == 0 && !(published && reported) ? Fault.NO_VERDICT : code;
  }

  private boolean comparesWithRelease(List<String> baseline) {
    return profile.equals(CiCommand.NIGHTLY)
        && baseline.contains("--baseline")
        && against.isEmpty()
        && ThresholdsFile.read(Path.of(limits().get(1))).compareSinceRelease();
  }

  /** Else what was measured would be a change, and the commit be compared with itself. */
  static Path leftOutOfGit(Path folder) throws IOException {
    Path ignored = Files.createDirectories(folder).resolve(".gitignore");
    if (!Files.exists(ignored)) {
      Files.writeString(ignored, "*\n");
    }
    return folder;
  }

  private List<String> file() {
    return words("--file", project.file());
  }

  private List<String> limits() {
    return thresholds.isEmpty() ? words("--thresholds", project.thresholds()) : thresholds;
  }

  private int check(StageLog stages, Path scratch, Path release) throws InterruptedException {
    Path cases = scratch.resolve("cases.json");
    int code = stages.stepWithoutOutput("plan", words("run", file(), "--list", "--json", cases));
    return code != 0
        ? code
        : stages.step(
            "check",
            words("gate", "--check", "--cases", cases, "--release", release, compared(), limits()));
  }

  /** Load beside a baseline that was asked for must be judged by something. */
  private List<String> compared() {
    boolean asked =
        baselineWar.isPresent()
            || against.filter(it -> !it.equals(BaselineChoice.NONE)).isPresent();
    return asked ? words("--compared", profile) : List.of();
  }

  /** What is measured by its own checkout was built by that checkout's launcher, just now. */
  private static void tellBuild(StageLog stages, PrintWriter out) {
    Long seconds = Long.getLong("perf.build.seconds");
    if (seconds == null) {
      stages.announce("build");
      out.println("up to date with " + new BuildVersion().commit());
    }
    stages.add("build", seconds == null ? 0 : seconds);
  }

  private void build(StageLog stages, PrintWriter out) throws InterruptedException {
    if (stages.step("build", new ServiceBuild(project, out)::here) != 0) {
      throw Fault.noVerdict("'%s' was ended".formatted(project.service().build()));
    }
  }

  /** Leaves {@code found} when the thresholds compare with a build that nobody named by its WAR. */
  private int findBaseline(StageLog stages, Path release, Path found)
      throws IOException, InterruptedException {
    Files.deleteIfExists(found);
    boolean any =
        Files.exists(release) && Files.readString(release).equals(GateCommand.ANY_BASELINE);
    if (baselineWar.isPresent() || !(any || against.isPresent())) {
      return 0;
    }
    List<String> asked = against.map(it -> words("--against", it)).orElse(List.of());
    return stages.step(
        "baseline",
        words(
            "baseline", file(), asked, since(), measureEqual(), servers.history(), "--out", found));
  }

  private List<String> since() {
    boolean night = profile.equals(CiCommand.NIGHTLY) && against.isEmpty();
    return night ? words("--since", "night") : List.of();
  }

  private List<String> measureEqual() {
    return measure ? words("--measure") : List.of();
  }

  private Optional<StandingVerdict> standing(Path found, CommitVerdicts verdicts) {
    return measure || !Files.exists(found)
        ? Optional.empty()
        : StandingVerdict.of(project, BaselineFile.read(found), measured(), verdicts);
  }

  /** Identifies how a commit is measured: a verdict stands only where all of it is the same. */
  private String measured() {
    return new MeasuringMethod(
            project,
            profile,
            List.of(
                Path.of(limits().get(1)),
                Path.of(servers.words().isEmpty() ? "" : servers.words().get(1))))
        .digest();
  }

  /** The release that was named, else the one that the thresholds name, when it is there. */
  private List<String> baselineWar(Path release, PrintWriter err) throws IOException {
    Optional<Path> war = baselineWar;
    if (war.isEmpty() && Files.exists(release)) {
      war =
          Optional.of(Files.readString(release))
              .filter(name -> !name.isEmpty() && !name.equals(GateCommand.ANY_BASELINE))
              .map(Path::of);
      if (war.isPresent() && !Files.isRegularFile(war.get())) {
        err.printf(
            "perf ci: %s, which the thresholds compare with, is not there:"
                + " its cases are left out%n",
            war.get());
        war = Optional.empty();
      }
    }
    return war.map(file -> words("--baseline-war", file)).orElse(List.of());
  }

  /** A run with invalid cases goes on: the gate says which and why. */
  private void measure(StageLog stages, StackLease stack, List<String> baseline)
      throws InterruptedException {
    List<String> watched = live ? words("--live") : List.of();
    int code =
        stages.step(
            "run",
            words(
                "run",
                file(),
                "--profile",
                profile,
                "--out",
                run,
                watched,
                baseline,
                baseline.isEmpty() ? List.of() : measureEqual(),
                judged(baseline),
                servers.words()));
    if (code != 0 && !Files.exists(run.resolve(RunFile.NAME))) {
      stack.takeDown();
      throw new Fault(
          code == Fault.CONFIGURATION ? Fault.CONFIGURATION : Fault.NO_VERDICT,
          "the run left no run.json: see above",
          null);
    }
  }

  /** A comparison ends when the limits that will judge it are decided, or says why they broke. */
  private List<String> judged(List<String> baseline) {
    return baseline.isEmpty() ? List.of() : words(limits(), why);
  }

  private boolean publish(StageLog stages, String name) throws InterruptedException {
    return stages.step(name, words("publish", run, servers.history())) == 0;
  }

  private void end(StageLog stages, StackLease stack, PrintWriter out) throws InterruptedException {
    if (stack.isOurs()) {
      stages.step("stack down", stack::takeDown);
    } else if (servers.areOfTheStack()) {
      stages.announce("stack down");
      out.println(keepStack ? "kept: ./perf stack down stops it" : "left as it was found: running");
    }
  }
}
