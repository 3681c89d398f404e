package io.perfline.cli.prove;

import io.perfline.cli.pipeline.BuildVersion;
import io.perfline.cli.pipeline.ProjectServers;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.DeploymentHistory;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.GateRequest;
import io.perfline.gate.GateStage;
import io.perfline.gate.judge.DeploymentVariances;
import io.perfline.gate.prove.ProofSeries;
import io.perfline.gate.prove.ProvedCase;
import io.perfline.gate.prove.ProvedChange;
import io.perfline.gate.prove.ProvedVerdict;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Verdict;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.comparison.SlowedComparison;
import io.perfline.sims.run.RunRequest;
import io.perfline.sims.service.ProxyWait;
import io.perfline.sims.slowed.AgentReport;
import io.perfline.sims.slowed.SlowedCost;
import io.perfline.sims.slowed.agent.SlowedJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Proves the verdict on the service of a {@code perf.yml}. An agent slows a JVM; proxies in front
 * of both builds slow other services and those that handle requests asynchronously.
 */
final class ProvedProject implements ProofSeries.Subject {

  /** The control for the agent, which measures without slowing anything. */
  static final ProvedChange WITH_AGENT =
      new ProvedChange("none-with-agent", "nothing, with the agent", 0, Map.of());

  /** The control for the proxies. */
  static final ProvedChange THROUGH_PROXIES =
      new ProvedChange("none-through-proxies", "nothing, through proxies", 0, Map.of());

  private static final double NANOS = 1e9;
  private static final double NANOS_PER_US = 1e3;

  /** The minimum share of a request's duration within an entry point that handles it. */
  private static final double HANDLED = 0.02;

  private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

  private final Project project;
  private final ProjectServers servers;
  private final String profile;
  private final Path thresholds;
  private final List<String> methods;
  private final String commit;
  private final Map<SlowedCost, Double> outside = new EnumMap<>(SlowedCost.class);
  private boolean agentWaits;

  /**
   * @param methods the entry points of requests; empty for the usual ones
   */
  ProvedProject(
      Project project,
      ProjectServers servers,
      String profile,
      Path thresholds,
      List<String> methods,
      String commit) {
    this.project = project;
    this.servers = servers;
    this.profile = profile;
    this.thresholds = thresholds;
    this.methods = methods;
    this.commit = commit;
  }

  static ProvedChange change(SlowedCost cost, int percent) {
    return new ProvedChange("%s-%d".formatted(cost.id(), percent), cost.title(), percent, Map.of());
  }

  private static SlowedCost cost(ProvedChange change) {
    return change.percent() == 0
        ? null
        : SlowedCost.of(change.name().substring(0, change.name().lastIndexOf('-'))).orElseThrow();
  }

  /** Returns whether a run used JVMs started by perfline, which an agent can slow. */
  boolean isJvm(Path equal) {
    boolean started = project.service().command() != null || project.service().war() != null;
    List<SlicePair> pairs =
        RunFile.read(equal).cases().stream().flatMap(result -> result.pairs().stream()).toList();
    return started
        && !pairs.isEmpty()
        && pairs.stream().allMatch(pair -> pair.candidate().serverAllocatedBytes() != null);
  }

  /**
   * Determines the cost of requests outside of their entry points from the agent's control.
   *
   * @throws Fault exit code 3 if no request came through an entry point
   */
  void calibrate(Path control) {
    AgentReport report = agent(control).report();
    if (report.requests() == 0) {
      throw Fault.noVerdict(
          "no request came through an entry point that the agent knows (%s): name the method that"
                  .formatted(
                      methods.isEmpty() ? "servlets, com.sun.net.httpserver, Netty" : methods)
              + " handles a request with --method org.example.Shop#handle");
    }
    List<Slice> slices =
        RunFile.read(control).cases().stream()
            .flatMap(result -> result.pairs().stream())
            .map(SlicePair::candidate)
            .filter(slice -> slice.requests() > 0)
            .toList();
    double requests = sum(slices, Slice::requests);
    double nanos =
        sum(slices, slice -> slice.serviceTime().meanUs() * slice.requests())
            * NANOS_PER_US
            / requests;
    double cpu = sum(slices, slice -> known(slice.serverCpuUs())) * NANOS_PER_US / requests;
    double bytes = sum(slices, slice -> known(slice.serverAllocatedBytes())) / requests;
    for (SlowedCost cost : SlowedCost.values()) {
      outside.put(
          cost,
          switch (cost) {
            case CPU -> Math.max(0, cpu - report.cpuNanos());
            case ALLOCATION -> Math.max(0, bytes - report.bytes());
            case WAITING, TAIL, ONE_IN_FIFTY -> Math.max(0, nanos - report.nanos());
          });
    }
    agentWaits = report.nanos() > HANDLED * nanos;
  }

  private static double known(Double cost) {
    return cost == null ? Double.NaN : cost;
  }

  private static double sum(List<Slice> slices, ToDoubleFunction<Slice> figure) {
    return slices.stream().mapToDouble(figure).sum();
  }

  /** Returns whether the agent delays requests; otherwise the proxies do. */
  boolean agentWaits() {
    return agentWaits;
  }

  private SlowedJvm agent(Path run) {
    return new SlowedJvm(run.resolve("agent"), methods);
  }

  private boolean byAgent(ProvedChange change) {
    SlowedCost cost = cost(change);
    return change.equals(WITH_AGENT) || (cost != null && (!cost.waits() || agentWaits));
  }

  @Override
  public ProvedVerdict verdict(ProvedChange change, Path folder)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (PrintWriter log = new PrintWriter(Files.newBufferedWriter(folder.resolve("run.log")))) {
      Stages.runStage().run(request(change, folder), log);
    } catch (Fault invalid) {
      if (!Files.exists(folder.resolve(RunFile.NAME))) {
        throw invalid;
      }
    }
    Run run = RunFile.read(folder);
    requireMeasured(run, folder);
    Verdict verdict =
        new GateStage(new PrintWriter(Writer.nullWriter()))
            .judge(new GateRequest(folder, thresholds, null).of(List.of("paired")))
            .verdict();
    requireSlowed(change, folder);
    ProvedVerdict proved =
        ProvedVerdict.of(
            change,
            (System.nanoTime() - start) / NANOS,
            new BuildVersion().abbreviated(),
            verdict,
            run);
    if (change.equals(ProvedChange.NONE) && proved.decision() == ProvedCase.Decision.PASSED) {
      rememberDeployments(run);
    }
    return proved;
  }

  /** Adds the differences between deployments of an equal build, as for a build of perfline ci. */
  private void rememberDeployments(Run run) {
    new DeploymentHistory(project.home())
        .add(run, DeploymentVariances.of(run, ThresholdsFile.read(thresholds)));
  }

  /** A service that can't be loaded proves nothing, however often it is tried. */
  private static void requireMeasured(Run run, Path folder) {
    if (run.cases().stream().allMatch(result -> result.pairs().isEmpty())) {
      String why =
          run.cases().stream()
              .flatMap(result -> result.problems().stream())
              .findFirst()
              .orElse("perf.yml compares nothing: it has no load that is measured in pairs");
      throw Fault.noVerdict("nothing was measured in %s: %s".formatted(folder, why));
    }
  }

  private void requireSlowed(ProvedChange change, Path folder) {
    if (change.percent() > 0 && byAgent(change) && agent(folder).report().added() == 0) {
      throw Fault.noVerdict(
          "the agent added nothing in %s: see the service's log there".formatted(folder));
    }
  }

  private RunRequest request(ProvedChange change, Path folder) {
    boolean agent = byAgent(change);
    SlowedCost cost = cost(change);
    boolean equal = change.percent() == 0;
    RunBaseline baseline =
        new RunBaseline(
            "the same build",
            commit,
            project.service().url() == null ? BaselineSource.PROOF : BaselineSource.AT_URL,
            null);
    BaselineComparison comparison =
        new BaselineComparison(
            new BaselineFile(
                equal && !agent
                    ? baseline
                    : baseline.with(List.of("slowed on purpose: " + change.title()), List.of()),
                null,
                project.home().toString(),
                null),
            equal && !agent,
            false);
    if (!agent) {
      boolean proxies = change.equals(THROUGH_PROXIES) || cost != null;
      ProxyWait wait = proxies ? new ProxyWait(cost, change.percent() / 100.0) : null;
      return request(project, folder, comparison.with(new SlowedComparison(null, wait)));
    }
    // Both builds have the agent, so that its own cost does not differ between them.
    Project baselineWithAgent =
        withAgent(new SlowedJvm(folder.resolve("agent-of-baseline"), methods).write(null, 0, 0));
    long apart = Math.round(cost == null ? 0 : outside.get(cost));
    return request(
        withAgent(agent(folder).write(cost, change.percent(), apart)),
        folder,
        comparison.with(new SlowedComparison(baselineWithAgent, null)));
  }

  private RunRequest request(Project candidate, Path folder, BaselineComparison comparison) {
    return new RunRequest(
        candidate,
        servers.environment(),
        List.of("paired"),
        profile,
        folder,
        thresholds,
        comparison);
  }

  private Project withAgent(String option) {
    String others =
        Stream.of(
                System.getenv(TOOL_OPTIONS),
                Objects.toString(project.service().variables().get(TOOL_OPTIONS), null))
            .filter(Objects::nonNull)
            .reduce("", (all, one) -> all + one + " ");
    return project.withVariable(TOOL_OPTIONS, others + option);
  }
}
