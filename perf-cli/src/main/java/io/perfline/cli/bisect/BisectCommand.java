package io.perfline.cli.bisect;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.build.UnusableCommit;
import io.perfline.cli.pipeline.LimitsOption;
import io.perfline.cli.pipeline.MeasuringMethod;
import io.perfline.cli.pipeline.PipelineSteps;
import io.perfline.cli.pipeline.PipelineSteps.Ended;
import io.perfline.cli.pipeline.ProjectServers;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.Json;
import io.perfline.core.file.Sha256;
import io.perfline.core.file.StateFolder;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.git.OriginRepository;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.gate.judge.PairedDecision;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perfline bisect}: finds the commit that made a service slower. */
@Command(
    name = "bisect",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the commit that made a service slower by binary search, in paired"
          + " comparisons with GOOD.",
      "Commits that don't build are skipped, and commits with the same running code need no load."
          + " The same command continues an interrupted search."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the commit is named, or none is slower",
      "2:wrong usage, or BAD is not a descendant of GOOD",
      "3:the range could not be narrowed to one commit, BAD could not be judged, or a step was"
          + " not validly measured"
    })
public final class BisectCommand implements Callable<Integer> {

  /** The beginning of the name of a run that explains the commit that was found. */
  private static final String REPORT = "why-";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "GOOD",
      description = "A commit, branch or tag that is known to be fast.")
  private String goodName;

  @Parameters(
      index = "1",
      paramLabel = "BAD",
      description = "A later commit, branch or tag that is slower.")
  private String badName;

  @Option(
      names = "--case",
      paramLabel = "CASE",
      description = "The compared case, such as paired/record; default all.")
  private String measuredCase = "paired";

  @Mixin private ProfileOption profile;

  @Option(
      names = "--why",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Records the commit that was found and its parent, to name the slower methods;"
              + " default.")
  private boolean why;

  @Mixin private ProjectOption service;

  @Mixin private LimitsOption thresholds;

  @Mixin private EnvironmentOption environment;

  private final Path home;
  private final Function<PrintWriter, Stages> stages;

  /** Constructor for {@code ./perfline}. */
  public BisectCommand() {
    this(Homes.project(), Stages::printingTo);
  }

  public BisectCommand(Path home, Function<PrintWriter, Stages> stages) {
    this.home = home;
    this.stages = stages;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Project project = service.required(home);
    if (project.service().url() != null) {
      throw Fault.configuration(
          ("%s: the service runs elsewhere, where no other commit can be deployed: bisect"
                  + " needs a service with a 'command' or a 'war'")
              .formatted(project.file()));
    }
    Checkout checkout = new Checkout(project.home());
    OriginRepository origin = new OriginRepository(project.home(), out);
    origin.completeHistory();
    String good = commit(origin, "GOOD", goodName);
    String bad = commit(origin, "BAD", badName);
    List<String> commits = checkout.between(good, bad);
    if (commits.isEmpty() && checkout.isShallow()) {
      throw Fault.noVerdict(
          "the commits between %s and %s are not here and can't be fetched%s: '%s' gets them"
              .formatted(goodName, badName, origin.failure(), origin.completingHistory()));
    }
    if (commits.isEmpty()) {
      throw Fault.configuration(
          "%s is not a descendant of %s: name an earlier commit first"
              .formatted(badName, goodName));
    }
    try (ProjectLock lock = ProjectLock.take(home, project.home(), "perfline bisect", out);
        PipelineSteps steps = new PipelineSteps(lock, stages.apply(out), out, err)) {
      FileTree.leaveOutOfGit(project.home().resolve("runs"));
      List<String> cases = List.of(measuredCase);
      Ended<List<CatalogueEntry>> plan =
          steps.step("plan", "run", () -> steps.stages().plan(project, profile.name(), cases));
      if (plan.code() != 0) {
        return plan.code();
      }
      Path limits = thresholds.of(project);
      int unread = steps.step("check", "gate", () -> check(steps.stages(), limits, plan.value()));
      if (unread != 0) {
        return unread;
      }
      ProjectServers servers = new ProjectServers(project, environment);
      servers.setUp(steps, false);
      try {
        RunRequest request =
            new RunRequest(
                project,
                servers.environment(),
                cases,
                profile.name(),
                null,
                limits,
                BaselineComparison.NONE);
        return search(request, checkout, good, commits, steps);
      } finally {
        steps.takeDownStack();
      }
    } catch (InterruptedException signal) {
      return Fault.NO_VERDICT;
    }
  }

  /**
   * Checks the limits.
   *
   * @throws Fault exit code 2 if none of them compares a measured case in pairs
   */
  private void check(Stages stages, Path limits, List<CatalogueEntry> catalogue) {
    PairedDecision.require(
        stages.check(limits, catalogue, null).judging(false),
        catalogue,
        entry -> entry.profiles().contains(profile.name()) && entry.isOf(List.of(measuredCase)),
        "--case " + measuredCase);
  }

  private static String commit(OriginRepository origin, String which, String name) {
    return origin
        .commit(name)
        .orElseThrow(
            () ->
                Fault.configuration(
                    ("%s: '%s' is not a commit, branch or tag here; 'git fetch --tags' gets those"
                            + " of the upstream")
                        .formatted(which, name)));
  }

  private int search(
      RunRequest request, Checkout checkout, String good, List<String> commits, PipelineSteps steps)
      throws InterruptedException, IOException {
    PrintWriter out = spec.commandLine().getOut();
    Path home = request.project().home();
    String bad = commits.get(commits.size() - 1);
    String how =
        "%s --profile %s --thresholds %s --environment %s, %s"
            .formatted(
                measuredCase,
                profile.name(),
                request.thresholds(),
                request.environment().given().orElse(null),
                new MeasuringMethod(
                        request.project(),
                        profile.name(),
                        Stream.concat(
                                Stream.of(request.thresholds()),
                                request.environment().given().stream())
                            .toList())
                    .digest());
    Path kept = StateFolder.BISECT.in(home);
    SearchState begun = new SearchState(good, bad, how, List.of());
    Optional<SearchState> before = begun.keptIn(kept);
    SearchState[] state = {before.orElse(begun)};
    Path runs =
        home.resolve("runs")
            .resolve("bisect-%s-%.8s".formatted(CommitId.shortened(bad), Sha256.of(good + how)));
    if (before.isPresent()) {
      out.printf("continuing the earlier search: %d judged already%n", state[0].steps().size());
    } else {
      deleteSteps(runs);
    }
    state[0].write(kept);
    MeasuredCommits judge =
        new MeasuredCommits(
            new ServiceBuild(request.project(), out),
            good,
            ThresholdsFile.read(request.thresholds()).judging(false),
            request,
            steps,
            runs);
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
    print(checkout, found, search.measured(), out);
    if (found.kind() == Found.Kind.COMMIT && why) {
      profile(judge, found.range().get(0), checkout);
    }
    Files.deleteIfExists(kept);
    return found.isDecided() ? 0 : Fault.NO_VERDICT;
  }

  /** Deletes the steps of an earlier search, but no reports of the commits that it found. */
  private static void deleteSteps(Path runs) throws IOException {
    if (!Files.isDirectory(runs)) {
      return;
    }
    try (Stream<Path> steps = Files.list(runs)) {
      for (Path step : steps.toList()) {
        if (!step.getFileName().toString().startsWith(REPORT)) {
          FileTree.delete(step);
        }
      }
    }
  }

  private void print(Checkout checkout, Found found, int measured, PrintWriter out) {
    out.println();
    switch (found.kind()) {
      case NONE ->
          out.printf("%s is not slower than %s: %s%n", badName, goodName, found.explanation());
      case COMMIT -> {
        out.printf("slower since %s%n", BisectProgress.description(checkout, found.range().get(0)));
        out.printf("against %s: %s%n", goodName, found.explanation());
      }
      case RANGE -> {
        out.printf(
            "one of %d commits made it slower; it could not be narrowed further: %s%n",
            found.range().size(), found.explanation());
        found.range().forEach(one -> out.println("  " + BisectProgress.description(checkout, one)));
      }
      case UNKNOWN ->
          out.printf(
              "it is unknown whether %s is slower than %s: %s; name another commit as BAD or,"
                  + " if it was measured, a longer load with --profile%n",
              badName, goodName, found.explanation());
    }
    out.println(measured == 1 ? "1 commit was measured" : measured + " commits were measured");
    out.flush();
  }

  /**
   * Records profiles of a commit and its parent, which contains all other changes since the good
   * commit.
   */
  private void profile(MeasuredCommits judge, String commit, Checkout checkout)
      throws InterruptedException {
    String parent = checkout.commit(commit + "^").orElseThrow();
    Path run = judge.runs().resolve(REPORT + CommitId.shortened(commit) + "-" + System.nanoTime());
    RunRequest request;
    try {
      request = judge.comparing(commit, parent, run, true);
    } catch (UnusableCommit doesNotBuild) {
      spec.commandLine().getOut().println("its parent does not build: no profile");
      return;
    }
    PipelineSteps steps = judge.steps();
    if (steps.step("profile it", "run", () -> steps.stages().run(request)) == 0) {
      steps.step("why", "why", () -> steps.stages().why(run));
      steps.step("report", "report", () -> steps.stages().report(run));
    }
  }

  /**
   * The state of a search, which is stored in a file so that an interrupted search can continue.
   *
   * @param good the fast commit
   * @param bad the slow commit
   * @param measured how each commit is measured: cases, profile, thresholds
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record SearchState(String good, String bad, String measured, List<JudgedCommit> steps) {

    public SearchState {
      steps = List.copyOf(steps);
    }

    /** Returns the state in {@code file} if it belongs to the same search. */
    public Optional<SearchState> keptIn(Path file) {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      try {
        SearchState read = Json.MAPPER.readValue(Files.readAllBytes(file), SearchState.class);
        return Optional.of(read)
            .filter(one -> one.good.equals(good) && one.bad.equals(bad))
            .filter(one -> one.measured.equals(measured));
      } catch (IOException e) {
        throw Fault.configuration(
            "cannot read the progress of the search in %s: %s; delete the file to start again"
                .formatted(file, e.getMessage()));
      }
    }

    /** Returns a copy with one more step. */
    public SearchState with(JudgedCommit commit) {
      return new SearchState(
          good, bad, measured, Stream.concat(steps.stream(), Stream.of(commit)).toList());
    }

    public void write(Path file) {
      try {
        Files.createDirectories(file.toAbsolutePath().getParent());
        AtomicFile.write(file, Json.MAPPER.writeValueAsBytes(this));
      } catch (IOException e) {
        throw Fault.noVerdict(
            "cannot save the progress of the search in %s: %s".formatted(file, e), e);
      }
    }
  }
}
