package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.run.CaseResult;
import io.perfline.deploy.stack.Ports;
import io.perfline.proof.bench.SlicesPrecision.Metric;
import io.perfline.sims.gatling.GatlingTurns;
import io.perfline.sims.gatling.UserSimulation;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.JvmMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Compares two ways to measure a pair of builds with a team's own Gatling simulation: a JVM of
 * Gatling for each run, and one JVM that runs the simulation against both builds in turn, as
 * comparisons do it. Both take the same deployments and the same simulation. The more precise way
 * has the smaller standard error after the same time.
 */
final class GatlingSlicesBench implements Benchmark {

  static final String PROCESSES = "processes";
  static final String SLICES = "slices";

  private static final String NAME = "gatling-slices";

  /** The beginning of a process, whose requests have no times: that of comparisons. */
  private static final Duration START = Duration.ofSeconds(2);

  private static final int PAIRS_OF_A_DEPLOYMENT = 2;

  /** The work of a request: about 8 ms. */
  private static final long WORK = 4_000_000;

  /** The build that uses more: 10 % of the service's CPU time per request. */
  private static final long MORE_WORK = 4_480_000;

  /** The largest standard error of one JVM, compared with that of a JVM for each run. */
  private static final double AIM = 0.8;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    if (context.bounds().rounds() < 2) {
      throw Fault.configuration(NAME + " estimates a scatter: it takes --pairs 2 or more");
    }
    Duration length = START.plus(context.bounds().turn());
    List<DeployedPairs> measured = new ArrayList<>();
    try (GatlingTurns turns = new GatlingTurns()) {
      List<Way> ways =
          List.of(
              new JvmPerRun(context.folder(), length), new OneJvm(context.folder(), length, turns));
      for (int round = 0; round < context.bounds().rounds(); round++) {
        for (long work : List.of(WORK, MORE_WORK)) {
          for (Way way : ways) {
            boolean swapped = round % 2 == 1;
            DeployedPairs pairs = deployment(context, way, work, swapped);
            measured.add(pairs);
            context.say(
                "%s with %s builds: %.0f s"
                    .formatted(
                        way.name(), pairs.busier() ? "different" : "equal", pairs.seconds()));
          }
        }
      }
    }
    for (Metric metric : Metric.ALL) {
      SlicesPrecision processes = SlicesPrecision.of(of(PROCESSES, measured), metric);
      SlicesPrecision slices = SlicesPrecision.of(of(SLICES, measured), metric);
      String name = NAME + "/" + metric.name();
      context.say("%s, %%: processes: %s".formatted(name, processes.text()));
      context.say("%s, %%: slices: %s".formatted(name, slices.text()));
      results.add(BenchRow.figure(name, "%", 100 * slices.error(), 100 * AIM * processes.error()));
    }
  }

  private static List<DeployedPairs> of(String way, List<DeployedPairs> measured) {
    return measured.stream().filter(pairs -> pairs.way().equals(way)).toList();
  }

  /** Starts both builds, runs the simulation once against each, and measures pairs of runs. */
  private static DeployedPairs deployment(BenchContext context, Way way, long work, boolean swapped)
      throws InterruptedException, IOException {
    long begun = System.nanoTime();
    try (OrdersService first = OrdersService.start(context.folder(), swapped ? WORK : work);
        OrdersService second = OrdersService.start(context.folder(), swapped ? work : WORK)) {
      OrdersService candidate = swapped ? second : first;
      OrdersService baseline = swapped ? first : second;
      way.run(candidate.url());
      way.run(baseline.url());
      List<RunPair> pairs = new ArrayList<>();
      boolean candidateFirst = context.isHeads();
      for (int i = 0; i < PAIRS_OF_A_DEPLOYMENT; i++) {
        pairs.add(pair(way, candidate, baseline, candidateFirst));
        candidateFirst = !candidateFirst;
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      return new DeployedPairs(way.name(), work > WORK, seconds, pairs);
    }
  }

  private static RunPair pair(
      Way way, OrdersService candidate, OrdersService baseline, boolean candidateFirst)
      throws InterruptedException, IOException {
    double candidateCpu = candidate.cpu();
    double baselineCpu = baseline.cpu();
    GatlingRun first = way.run((candidateFirst ? candidate : baseline).url());
    GatlingRun second = way.run((candidateFirst ? baseline : candidate).url());
    return new RunPair(
        candidateFirst ? first : second,
        candidate.cpu() - candidateCpu,
        candidateFirst ? second : first,
        baseline.cpu() - baselineCpu);
  }

  /** A pair: what Gatling measured of each build, and the CPU time of each in microseconds. */
  record RunPair(
      GatlingRun candidate, double candidateCpu, GatlingRun baseline, double baselineCpu) {

    /** Returns the ratio of the CPU time per request. */
    double cpu() {
      return candidateCpu / candidate.requests() / (baselineCpu / baseline.requests());
    }

    double ratio(ToDoubleFunction<GatlingRun> figure) {
      return figure.applyAsDouble(candidate) / figure.applyAsDouble(baseline);
    }
  }

  /**
   * The pairs of a deployment.
   *
   * @param busier true if the candidate uses more CPU time, false if both builds are equal
   * @param seconds of the whole deployment
   */
  record DeployedPairs(String way, boolean busier, double seconds, List<RunPair> pairs) {}

  /** A way to run the simulation against a build. */
  private interface Way {

    /** Returns its name. */
    String name();

    /** Runs the simulation once. */
    GatlingRun run(String url) throws InterruptedException, IOException;
  }

  /** A JVM for each run. */
  private record JvmPerRun(Path folder, Duration length) implements Way {

    @Override
    public String name() {
      return PROCESSES;
    }

    @Override
    public GatlingRun run(String url) throws InterruptedException, IOException {
      Path results = Files.createTempDirectory(folder, "process");
      return read(
          simulation(url, length, START).run(results, Map.of(), Map.of(), elapsed -> {}).get(0),
          results,
          START);
    }
  }

  /** One JVM for all runs. */
  private record OneJvm(Path folder, Duration length, GatlingTurns turns) implements Way {

    @Override
    public String name() {
      return SLICES;
    }

    @Override
    public GatlingRun run(String url) throws InterruptedException, IOException {
      Path results = Files.createTempDirectory(folder, "slice");
      return read(
          simulation(url, length, Duration.ZERO).turn(turns, results, Map.of(), elapsed -> {}),
          results,
          Duration.ZERO);
    }
  }

  private static UserSimulation simulation(String url, Duration length, Duration warmUp) {
    return new UserSimulation(
        "orders",
        "service",
        OrdersSimulation.class.getName(),
        List.of(),
        Map.of(
            OrdersSimulation.URL,
            url,
            OrdersSimulation.SECONDS,
            String.valueOf(length.toSeconds())),
        Map.of(),
        warmUp,
        PATIENCE);
  }

  private static GatlingRun read(CaseResult result, Path results, Duration warmUp)
      throws IOException {
    if (!result.valid()) {
      throw Fault.noVerdict(String.join("; ", result.problems()));
    }
    try (Stream<Path> files = Files.walk(results)) {
      Path log =
          files
              .filter(file -> file.endsWith("simulation.log"))
              .findFirst()
              .orElseThrow(() -> Fault.noVerdict("Gatling wrote no event log in " + results));
      return GatlingRun.read(log, warmUp.toMillis());
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A build of the service. */
  private record OrdersService(Process process, String url, CostMeter meter, ShutdownHook atExit)
      implements AutoCloseable {

    static OrdersService start(Path folder, long work) throws IOException, InterruptedException {
      int port = Ports.free();
      Process process =
          new ProcessBuilder(
                  java(),
                  "-Dsun.net.httpserver.nodelay=true",
                  "-cp",
                  System.getProperty("java.class.path"),
                  OrdersServer.class.getName(),
                  String.valueOf(port),
                  String.valueOf(work))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("orders-%d.log".formatted(port)).toFile())
              .start();
      ShutdownHook atExit = ShutdownHook.of("end the service", process::destroyForcibly);
      Http2Bench.await("the service", process, port);
      return new OrdersService(
          process, "http://127.0.0.1:" + port, JvmMeter.of(process.pid()), atExit);
    }

    /** Returns the CPU time that it has used, in microseconds. */
    double cpu() {
      Double cpu = meter.read().cpuUs();
      if (cpu == null) {
        throw Fault.noVerdict("the service's CPU time can't be read: " + meter.source());
      }
      return cpu;
    }

    @Override
    public void close() {
      meter.close();
      process.destroyForcibly();
      process.onExit().join();
      atExit.cancel();
    }
  }
}
