package io.perfline.cli.baseline;

import io.perfline.cli.build.BuildContent;
import io.perfline.cli.build.BuildDifferences;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.build.UnusableCommit;
import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.git.OriginRepository;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.DeploymentHistory;
import io.perfline.core.run.RunBaseline;
import io.perfline.deploy.tomcat.WarContent;
import io.perfline.gate.GateStage;
import io.perfline.gate.history.CommitVerdicts;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds and builds the baseline of a service.
 *
 * @param against the requested baseline; null if none was named
 * @param since the kind of build that a nightly run compares with; null for another run
 * @param measure whether equal builds are measured as well, as an A/A test
 */
public record ProjectBaseline(
    Project project,
    String against,
    String profile,
    Since since,
    boolean measure,
    ServiceBuild builds,
    CommitVerdicts verdicts) {

  /** The kinds of builds with which a nightly run compares. */
  public enum Since {
    /** The commit of the last nightly run that passed or warned. */
    NIGHT,
    /** The last release, or the newest commit that is at least a week old. */
    RELEASE
  }

  private static final String SAME = "nothing that runs differs between both builds";

  private static final String NO_ANCESTOR =
      "%s: neither it nor an earlier commit can be the baseline, because each failed, may follow"
          + " one that failed, or does not build%s";

  private static final String WITH_ITSELF =
      "; this build is compared with itself (A/A), to measure how much two starts of it differ";

  /** The maximum number of ancestors to search for a baseline. */
  private static final int MAX_ANCESTORS = 200;

  /** The maximum number of commits to build until one succeeds. */
  private static final int MAX_BUILDS = 10;

  /**
   * Finds, builds and prints the baseline, and caches the candidate's build as a baseline of later
   * commits.
   *
   * @throws Fault exit code 2 if there is no such build; 3 if it could not be built
   */
  public BaselineFile ready() throws InterruptedException {
    BaselineFile found = find();
    PrintWriter out = builds.out();
    RunBaseline baseline = found.baseline();
    if (baseline.comparesItself()) {
      out.println(baseline.problem());
    } else if (baseline.problem() != null) {
      out.println("not compared with a baseline: " + baseline.problem());
    } else {
      String commit = baseline.commit() == null ? "" : ", commit " + baseline.commit();
      out.printf("compared with %s%s%n", baseline.name(), commit);
      baseline.differs().forEach(what -> out.println("differs: " + what));
      baseline.warnings().forEach(warning -> out.println("warning: " + warning));
      if (found.unchanged() != null) {
        out.println("no load for comparing: " + found.unchanged());
      }
    }
    out.flush();
    builds.keepCandidate();
    return found;
  }

  private BaselineFile find() throws InterruptedException {
    if (project.service().url() != null) {
      return ofUrl();
    }
    Checkout checkout = new Checkout(project.home());
    OriginRepository origin = new OriginRepository(project.home(), builds.out());
    BaselineFile choice =
        since == Since.RELEASE
            ? BaselineChoice.lastRelease(checkout, origin)
            : against == null
                ? BaselineChoice.found(checkout, origin, System.getenv())
                : BaselineChoice.requested(checkout, origin, against);
    if (choice.war() != null) {
      return ofWar(choice.baseline());
    }
    RunBaseline chosen = choice.baseline();
    boolean named = since == Since.RELEASE || against != null;
    if (chosen.problem() != null) {
      return named || checkout.isShallow() || hasPrograms() ? choice : withItself(chosen.problem());
    }
    if (named) {
      requireAnother(checkout, chosen);
      builds.complete(chosen.commit());
      return of(checkout, chosen, builds.of(chosen.commit()));
    }
    BaselineFile found = newest(checkout, chosen);
    boolean addsFile = found.unchanged() != null && found.project() == null;
    boolean isFirst = addsFile && !hasPrograms() && new DeploymentHistory(project.home()).isEmpty();
    return isFirst
        ? withItself("nothing that runs differs from " + found.baseline().name())
        : found;
  }

  /** Returns whether a load is a program, of which eight deployments take too long. */
  private boolean hasPrograms() {
    return !project.loads(ProgramLoad.class).isEmpty()
        || !project.loads(GatlingSimulation.class).isEmpty();
  }

  /** Compares the build with itself, which measures how much two starts of it differ. */
  private BaselineFile withItself(String why) {
    return new BaselineFile(
        new RunBaseline(null, null, BaselineSource.ITSELF, why + WITH_ITSELF),
        null,
        project.home().toString(),
        null);
  }

  /**
   * Returns whether an earlier commit that may be the baseline compares builds in pairs. If so, the
   * comparison reveals that this commit, or one since then, removed all such limits. If the earlier
   * commits are not available, a line is printed and nothing else happens, as this commit needs
   * none.
   */
  public boolean comparesInPairs() {
    if (project.service().url() != null) {
      return false;
    }
    Checkout checkout = new Checkout(project.home());
    RunBaseline choice;
    try {
      OriginRepository origin = new OriginRepository(project.home(), builds.out());
      choice = BaselineChoice.found(checkout, origin, System.getenv()).baseline();
    } catch (Fault unavailable) {
      builds
          .out()
          .printf(
              "it is unknown whether an earlier commit had limits on a comparison: %s%n",
              unavailable.getMessage());
      return false;
    }
    if (choice.problem() != null) {
      return false;
    }
    JudgedAncestors ancestors = ancestors(checkout, choice);
    List<String> ancestry = ancestors.commits();
    List<String> good = ancestors.newestGood().map(List::of).orElse(ancestry);
    return Stream.concat(Stream.of(choice.commit()), good.stream().limit(MAX_BUILDS))
        .distinct()
        .anyMatch(commit -> GateStage.comparesInPairs(project.thresholds(), commit));
  }

  private void requireAnother(Checkout checkout, RunBaseline choice) {
    if (!measure
        && !checkout.hasChanges()
        && checkout.commit("HEAD").orElse("").equals(choice.commit())) {
      throw Fault.noVerdict(
          ("--against %s is the commit that is measured: it would be compared with itself;"
                  + " --measure does so as an A/A measurement")
              .formatted(against));
    }
  }

  /**
   * Returns the newest ancestor of which each comparing limit was decided and met in this profile
   * or in {@code nightly}, so that a slow commit that went unnoticed doesn't become the baseline.
   * If there is none, returns the oldest one that was measured, and otherwise the nearest ancestor
   * that builds among those that follow no failure, preferably one that passed or warned in another
   * profile.
   */
  private BaselineFile newest(Checkout checkout, RunBaseline choice) throws InterruptedException {
    JudgedAncestors ancestors = ancestors(checkout, choice);
    Optional<String> lastNight = since == Since.NIGHT ? ancestors.lastNight() : Optional.empty();
    List<String> skipped = new ArrayList<>();
    for (String commit :
        Stream.concat(lastNight.stream(), ancestors.possible(checkout.isShallow()))
            .distinct()
            .limit(MAX_BUILDS)
            .toList()) {
      builds.complete(commit);
      builds.serviceOf(commit); // fails rather than skips a commit that can't be read
      Optional<Path> folder = built(commit);
      if (folder.isPresent()) {
        String name =
            lastNight.filter(commit::equals).isPresent()
                ? "the commit of the last nightly run"
                : ancestors
                    .goodBuild(commit)
                    .map(build -> "the last good commit of build #" + build)
                    .orElse(instead(choice, ancestors.commits().indexOf(commit), skipped));
        RunBaseline chosen = new RunBaseline(name, commit, BaselineSource.FOUND, null);
        return of(checkout, chosen, folder.get());
      }
      skipped.add(CommitId.shortened(commit) + " does not build");
    }
    String why =
        NO_ANCESTOR.formatted(
            choice.description(), skipped.isEmpty() ? "" : " (" + String.join(", ", skipped) + ")");
    if (checkout.isShallow()) {
      throw Fault.noVerdict(
          why + "; 'git fetch --unshallow' gets earlier commits, which could not be fetched");
    }
    return BaselineFile.none(choice.name(), why);
  }

  /**
   * Returns the name of another commit than the chosen one.
   *
   * @param back the number of commits by which it precedes the chosen one
   * @param skipped the reasons why the commits in between can't be used
   */
  private static String instead(RunBaseline chosen, int back, List<String> skipped) {
    return back == 0
        ? chosen.name()
        : "the newest ancestor that may be compared with, %d before %s%s"
            .formatted(
                back,
                chosen.name(),
                skipped.isEmpty() ? "" : " (" + String.join(", ", skipped) + ")");
  }

  private JudgedAncestors ancestors(Checkout checkout, RunBaseline choice) {
    return new JudgedAncestors(
        checkout.ancestry(choice.commit(), MAX_ANCESTORS), profile, verdicts);
  }

  private Optional<Path> built(String commit) throws InterruptedException {
    try {
      return Optional.of(builds.of(commit));
    } catch (UnusableCommit doesNotBuild) {
      return Optional.empty();
    }
  }

  private BaselineFile of(Checkout checkout, RunBaseline choice, Path folder) {
    ServiceUnderTest own = builds.serviceOf(choice.commit());
    boolean ownFile = builds.hasOwnFile(choice.commit());
    BuildDifferences differences =
        BuildDifferences.of(
            new BuildContent(project.home(), project.service()),
            new BuildContent(folder, own),
            checkout.changedSince(choice.commit()));
    List<String> warnings = new ArrayList<>(differences.warnings());
    if (!ownFile) {
      warnings.add(
          ("commit %s has no %s, so its build ran with the file of this commit; a"
                  + " baseline that has one runs with its own")
              .formatted(CommitId.shortened(choice.commit()), project.file().getFileName()));
    }
    return new BaselineFile(
        choice.with(differences.running(), warnings).with(differences.digests()),
        null,
        folder.toString(),
        unchanged(differences.running()),
        ownFile ? folder.resolve(project.file().getFileName()).toString() : null);
  }

  private BaselineFile ofWar(RunBaseline choice) {
    if (project.service().war() == null) {
      throw Fault.configuration(
          "--against %s: the service is not a WAR: name a commit".formatted(against));
    }
    Path war = Path.of(choice.name()).toAbsolutePath();
    BuildDifferences differences =
        BuildDifferences.ofWars(BuildContent.archive(project.war()), WarContent.of(war));
    List<String> warnings =
        List.of(
            "a WAR was given: both builds ran with the settings of this commit; name a"
                + " commit to compare its settings too");
    return new BaselineFile(
        choice.with(differences.running(), warnings).with(differences.digests()),
        war.toString(),
        unchanged(differences.running()));
  }

  /**
   * Returns the reason why the comparison needs no load; null if load is needed or was requested.
   */
  private String unchanged(List<String> differences) {
    return differences.isEmpty() && !measure ? SAME : null;
  }

  private BaselineFile ofUrl() {
    BaselineChoice.require(project, against);
    if (against != null) {
      return BaselineFile.none(null, "--against " + against);
    }
    String problem =
        since == Since.RELEASE
            ? "a service at a url is compared with its baseline_url and with no release"
            : project.service().baselineUrl() == null ? "perf.yml names no baseline_url" : null;
    if (problem != null) {
      return BaselineFile.none(null, problem);
    }
    if (project.service().baselineUrl().equals(project.service().url())) {
      throw Fault.configuration(
          "%s: baseline_url is url itself: a service would be compared with itself"
              .formatted(project.file()));
    }
    RunBaseline baseline =
        new RunBaseline(
                project.service().baselineUrl().toString(), null, BaselineSource.AT_URL, null)
            .with(
                List.of(),
                List.of(
                    "services at a url are never redeployed nor swap places: what differs between"
                        + " their machines or starts counts as a change"));
    return new BaselineFile(baseline, null, project.home().toString(), null);
  }
}
