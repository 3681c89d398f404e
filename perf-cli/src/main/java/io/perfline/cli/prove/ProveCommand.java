package io.perfline.cli.prove;

import io.perfline.cli.build.BuildContent;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.pipeline.EarlierDurations;
import io.perfline.cli.pipeline.LimitsOption;
import io.perfline.cli.pipeline.MeasuringMethod;
import io.perfline.cli.pipeline.PipelineSteps;
import io.perfline.cli.pipeline.ProjectServers;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.Sha256;
import io.perfline.core.file.StateFolder;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectOption;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.deploy.tomcat.WarContent;
import io.perfline.gate.prove.LimitProposal;
import io.perfline.gate.prove.ProofReport;
import io.perfline.gate.prove.ProofSeries;
import io.perfline.gate.prove.ProvedCase.Decision;
import io.perfline.gate.prove.ProvedChange;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.sims.run.RunStage;
import io.perfline.sims.slowed.SlowedCost;
import io.perfline.sims.slowed.agent.SlowedJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perfline prove} measures a service's rates of false alarms and detected changes. */
@Command(
    name = "prove",
    mixinStandardHelpOptions = true,
    description = {
      "Proves the verdict on your service: judges equal builds and slowed copies.",
      "Each verdict is obtained as in perfline ci. Copies are slowed by the shares of --change in"
          + " CPU, waiting, allocation, tail latency, and in one request in fifty: a JVM by an"
          + " agent, any other service by a proxy, for waiting and tail latency.",
      "It first prints how long it will take. The same command continues an interrupted proof."
          + " It ends with a table in Markdown, also written to proof.md in the folder that it"
          + " prints."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no false alarm",
      "1:a build in which nothing had changed failed",
      "2:wrong usage or configuration",
      "3:something could not be measured or judged"
    })
public final class ProveCommand implements Callable<Integer> {

  private static final int KEY = 10;

  /** The largest change to try, which makes a request ten times as expensive. */
  private static final int MAX_PERCENT = 900;

  @Spec private CommandSpec spec;

  @Option(
      names = "--verdicts",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Verdicts on equal builds; default ${DEFAULT-VALUE}, which bounds the false-alarm rate"
              + " at 5 %%.")
  private int times;

  @Option(
      names = "--slowed",
      paramLabel = "N",
      defaultValue = "3",
      description = "Verdicts on each slowed copy; default ${DEFAULT-VALUE}.")
  private int slowed;

  @Option(
      names = "--only",
      paramLabel = "COST",
      description =
          "Tests only this kind of slowdown: cpu, waiting, allocation, tail or one-in-fifty; may be"
              + " repeated.")
  private List<String> only = List.of();

  @Option(
      names = "--change",
      paramLabel = "PERCENT",
      defaultValue = "10,5,20",
      split = ",",
      description =
          "Slows copies by this share of the cost of a request; may be repeated; default 10, 5 and"
              + " 20.")
  private List<Integer> percents;

  @Option(
      names = "--method",
      paramLabel = "CLASS#METHOD",
      description =
          "The method that handles a request, for frameworks other than servlets, the JDK's"
              + " HttpHandler and Netty; may be repeated.")
  private List<String> methods = List.of();

  @Mixin private ProfileOption profile;

  @Option(
      names = "--write",
      description = "Writes the proposed limits into the file of --thresholds.")
  private boolean write;

  @Mixin private ProjectOption service;

  @Mixin private LimitsOption thresholds;

  @Mixin private EnvironmentOption environment;

  @Override
  public Integer call() throws IOException {
    List<SlowedCost> costs = costs();
    if (times < 1 || slowed < 0) {
      throw Fault.configuration("--verdicts must be 1 or more, and --slowed 0 or more");
    }
    percents = percents.stream().distinct().toList();
    if (percents.stream().anyMatch(percent -> percent < 1 || percent > MAX_PERCENT)) {
      throw Fault.configuration(
          "--change must be a share of 1 to %d percent, not %s".formatted(MAX_PERCENT, percents));
    }
    Project project = service.required(Homes.project());
    new SlowedJvm(project.home(), methods); // validates them
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (ProjectLock lock =
            ProjectLock.take(Homes.project(), project.home(), "perfline prove", out);
        PipelineSteps steps = new PipelineSteps(lock, Stages.printingTo(out), out, err)) {
      return prove(project, costs, steps, out);
    } catch (InterruptedException signal) {
      return Fault.NO_VERDICT;
    }
  }

  private List<SlowedCost> costs() {
    List<SlowedCost> costs =
        only.stream()
            .map(
                word ->
                    SlowedCost.of(word)
                        .orElseThrow(
                            () ->
                                Fault.configuration(
                                    "--only must be one of %s, not '%s'"
                                        .formatted(
                                            Stream.of(SlowedCost.values())
                                                .map(SlowedCost::id)
                                                .collect(Collectors.joining(", ")),
                                            word))))
            .toList();
    return costs.isEmpty() ? Arrays.asList(SlowedCost.values()) : costs;
  }

  private int prove(Project project, List<SlowedCost> costs, PipelineSteps steps, PrintWriter out)
      throws IOException, InterruptedException {
    ProjectServers servers = new ProjectServers(project, environment);
    Path limits = thresholds.of(project);
    FileTree.leaveOutOfGit(StateFolder.of(project.home()));
    List<CatalogueEntry> plan = steps.stages().plan(project, profile.name(), List.of());
    Thresholds checked = steps.stages().check(limits, plan, profile.name());
    if (!checked.comparesInPairs()) {
      throw Fault.configuration("%s compares nothing in pairs".formatted(limits));
    }
    if (project.service().build() != null) {
      steps.timed("build", new ServiceBuild(project, out)::here);
    }
    String commit = new Checkout(project.home()).commit("HEAD").orElse(null);
    Path folder = StateFolder.PROVE.in(project.home()).resolve(key(project, servers, limits));
    ProvedProject subject =
        new ProvedProject(project, servers, profile.name(), limits, methods, commit);
    ProofSeries series = new ProofSeries(folder, subject, out);
    forecast(series, costs, project, out);
    out.printf(
        "The verdicts are saved in %s; the same command continues an interrupted proof.%n", folder);
    servers.setUp(steps, false);
    if (servers.deploys()
        && steps.step(
                "deploy", "deploy", () -> steps.stages().deploy(project, servers.environment()))
            != 0) {
      steps.takeDownStack();
      throw Fault.noVerdict("nothing was measured: see above");
    }
    try {
      steps.run(() -> measure(series, subject, costs, out));
    } finally {
      steps.takeDownStack();
    }
    String report =
        ProofReport.of(
            "%s at %s, profile %s, %d cores"
                .formatted(
                    project.name(),
                    commit == null ? "an unknown commit" : CommitId.shortened(commit),
                    profile.name(),
                    Runtime.getRuntime().availableProcessors()),
            series.results());
    AtomicFile.write(folder.resolve("proof.md"), report.getBytes(StandardCharsets.UTF_8));
    out.printf("%n%s", report);
    propose(series, limits, out);
    return code(series);
  }

  /**
   * Identifies the build and how it is measured and judged: only verdicts with the same key belong
   * to one proof. The version of perfline is not part of it, because most changes of perfline don't
   * affect a verdict; each verdict names its version.
   */
  private String key(Project project, ProjectServers servers, Path limits) {
    List<Path> files = Stream.concat(Stream.of(limits), Stream.ofNullable(servers.file())).toList();
    String build =
        new BuildContent(project.home(), project.service())
                .archive()
                .map(WarContent::digest)
                .orElse("")
            + sources(project);
    String all =
        new MeasuringMethod(project, profile.name(), files).digestOfProject() + build + methods;
    return Sha256.of(all).substring(0, KEY);
  }

  /** Identifies the sources, and the files that a build reads when it runs. */
  private static String sources(Project project) {
    Checkout checkout = new Checkout(project.home());
    StringBuilder all = new StringBuilder(checkout.commit("HEAD").orElse(""));
    for (Path file : checkout.changedFiles()) {
      boolean present = Files.isRegularFile(file);
      all.append(file).append(present ? MeasuringMethod.digest(List.of(file.toString())) : "gone");
    }
    return all.toString();
  }

  private void forecast(
      ProofSeries series, List<SlowedCost> costs, Project project, PrintWriter out) {
    int controls =
        Math.min(1, series.count(ProvedProject.WITH_AGENT))
            + Math.min(1, series.count(ProvedProject.THROUGH_PROXIES));
    int all =
        times + (slowed > 0 ? Math.max(1, controls) : 0) + costs.size() * percents.size() * slowed;
    int done = Math.min(times, series.count(ProvedChange.NONE)) + (slowed > 0 ? controls : 0);
    for (SlowedCost cost : costs) {
      for (int percent : percents) {
        done += Math.min(slowed, series.count(ProvedProject.change(cost, percent)));
      }
    }
    Optional<Double> earlier =
        series
            .secondsPerVerdict()
            .or(
                () ->
                    EarlierDurations.of(project).secondsOfComparison(profile.name()).stream()
                        .boxed()
                        .findFirst());
    double each =
        earlier.orElseGet(
            () ->
                (double) RunStage.longest(project, profile.name(), List.of("paired")).toSeconds());
    series.expect(all);
    out.printf(
        "%d of %d verdicts are done: %s %s left, %s for each verdict%n",
        done,
        all,
        earlier.isPresent() ? "about" : "at most about",
        ProofSeries.duration(Math.max(0, all - done) * each),
        ProofSeries.duration(each));
    out.flush();
  }

  private boolean measure(
      ProofSeries series, ProvedProject subject, List<SlowedCost> costs, PrintWriter out)
      throws IOException, InterruptedException {
    series.run(ProvedChange.NONE, times);
    boolean jvm = subject.isJvm(series.folder(ProvedChange.NONE, 1));
    if (slowed > 0 && jvm) {
      series.run(ProvedProject.WITH_AGENT, 1);
      subject.calibrate(series.folder(ProvedProject.WITH_AGENT, 1));
    }
    boolean proxies = costs.stream().anyMatch(SlowedCost::waits) && !subject.agentWaits();
    if (slowed > 0 && proxies) {
      series.run(ProvedProject.THROUGH_PROXIES, 1);
    }
    if (slowed > 0 && !jvm && costs.stream().anyMatch(cost -> !cost.waits())) {
      out.println(
          "The service is not a JVM that perfline starts, so its CPU time and allocation can't be"
              + " increased.");
    }
    for (int percent : percents) {
      for (SlowedCost cost : costs) {
        if (slowed > 0 && (jvm || cost.waits())) {
          series.run(ProvedProject.change(cost, percent), slowed);
        }
      }
    }
    return true;
  }

  private void propose(ProofSeries series, Path limits, PrintWriter out) throws IOException {
    List<LimitProposal> proposals = LimitProposal.of(series.results());
    for (LimitProposal proposal : proposals) {
      out.printf(
          "%s: %s, by %d verdicts on equal builds%n",
          proposal.threshold(), proposal.text(), proposal.verdicts());
    }
    if (proposals.isEmpty()) {
      out.printf(
          "No other limits are proposed; that takes %d verdicts on equal builds.%n",
          LimitProposal.MIN_VERDICTS);
    } else if (write) {
      LimitProposal.write(proposals, limits);
      out.printf("Written to %s.%n", limits);
    } else {
      out.printf("perfline prove --write writes these limits to %s.%n", limits);
    }
    out.flush();
  }

  private static int code(ProofSeries series) {
    List<Decision> equal =
        series.results().stream()
            .filter(proved -> proved.change().isNone())
            .flatMap(proved -> proved.verdicts().stream())
            .map(verdict -> verdict.decision())
            .toList();
    boolean none =
        series.results().stream()
            .flatMap(proved -> proved.verdicts().stream())
            .anyMatch(verdict -> verdict.decision() == Decision.NO_VERDICT);
    return equal.contains(Decision.FAILED) ? Fault.EXCEEDED : none ? Fault.NO_VERDICT : 0;
  }
}
