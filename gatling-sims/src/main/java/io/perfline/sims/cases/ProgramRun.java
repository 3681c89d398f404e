package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.ProgramLoad.LastLine;
import io.perfline.core.project.needs.NeedVariables;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.ToolResults;
import io.perfline.sims.paired.ProgramPairs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Runs a program and reads its results as one case.
 *
 * @param home the project's folder, which is its working folder
 * @param work an existing folder for its results and its output
 * @param tools reads the results of load tools
 */
public record ProgramRun(ProgramLoad load, Path home, Path work, ToolResults tools) {

  private static final String JMH = "jmh";
  private static final String TIME = "score.time";
  private static final String RATE = "score.rate";
  private static final String BYTES = "score.bytes";
  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;

  /** The server's cost is known for all requests together, so a part of them has none. */
  private static final ServerCost SOME =
      new ServerCost(null, null, null, "'requests' names only some of the requests that it served");

  /**
   * Runs the program once.
   *
   * @param url the service's address; null if the program loads no service
   * @param folder the folder of the build under test
   * @param needs the values of the variables of the servers that the service needs
   * @param length the duration of the load; null if the program decides
   * @param elapsed receives the elapsed time now and then
   * @throws Fault exit code 3 if it fails or measured nothing, with its last lines
   */
  public CaseResult run(
      String target,
      URI url,
      Path folder,
      Map<String, String> needs,
      Duration length,
      Consumer<Duration> elapsed)
      throws InterruptedException {
    Path results = work.resolve("results");
    Path output = work.resolve("output.txt");
    try {
      Files.createDirectories(work);
      Files.deleteIfExists(results);
      Instant start = Instant.now();
      ProgramProcess.Ended ended =
          new ProgramProcess(
                  new NeedVariables(needs).fill(load.command()),
                  url == null ? folder : home,
                  variables(url, folder, length, results),
                  output,
                  load.within())
              .run(elapsed);
      CaseResult read = read(ended, results, start);
      CaseResult whole =
          CaseResult.of(load.name(), target)
              .withPeriod(read.start(), read.end(), 0)
              .withCounts(read.counts())
              .withFigures(read.figures())
              .with(read.origin())
              .with(read.server())
              .withGenerator(
                  new Generator(
                      cpu(ended, url),
                      read.generator().intendedRatePerS(),
                      read.generator().achievedRatePerS(),
                      0));
      FileTree.delete(work);
      return whole;
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot read the results of '%s' in %s: %s".formatted(load.command(), work, e), e);
    }
  }

  private static Map<String, String> variables(
      URI url, Path folder, Duration length, Path results) {
    Map<String, String> variables = new HashMap<>();
    variables.put("java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    variables.put("folder", folder.toAbsolutePath().normalize().toString());
    variables.put("results", results.toAbsolutePath().normalize().toString());
    if (length != null) {
      variables.put("seconds", Long.toString(Math.max(1, length.toSeconds())));
    }
    if (url != null) {
      variables.put("url", url.toString());
      variables.put("host", url.getHost());
      variables.put("port", Integer.toString(port(url)));
    }
    return variables;
  }

  private static int port(URI url) {
    int defaultPort = "https".equals(url.getScheme()) ? 443 : 80;
    return url.getPort() < 0 ? defaultPort : url.getPort();
  }

  /**
   * Returns how busy the load generator was. A benchmark, and a program that loads no service, is
   * itself what is measured, and its thread may be busy.
   */
  private double cpu(ProgramProcess.Ended ended, URI url) {
    boolean generator = url != null && !JMH.equals(load.results().tool());
    return generator ? Math.max(ended.cpu(), ended.busy()) : ended.cpu();
  }

  private CaseResult read(ProgramProcess.Ended ended, Path results, Instant start)
      throws IOException {
    String tool = load.results().tool();
    if (tool == null ? ended.exitCode() != 0 : !tools.measured(tool, ended.exitCode())) {
      throw failed("ended with code " + ended.exitCode(), ended, null);
    }
    try {
      if (tool == null) {
        return number(load.results().lastLine().seconds(ended.lastLine()), ended.seconds(), start);
      }
      if (!Files.exists(results)) {
        throw failed("wrote no results to ${results}", ended, null);
      }
      return whole(
          tools.read(
              tool,
              load.results().columns(),
              results,
              work.resolve("output.txt"),
              load.name(),
              work.resolve("cases")));
    } catch (Fault e) {
      throw failed("has measured nothing: " + e.getMessage(), ended, e);
    }
  }

  private Fault failed(String what, ProgramProcess.Ended ended, Fault cause) {
    return Fault.noVerdict(
        "%s: '%s' %s; %s".formatted(load.name(), load.command(), what, ended.tail()), cause);
  }

  /**
   * Returns a case from a number that a program printed. A rate is that of as many operations as
   * the program can have done while it ran, so that its cost is also per operation. A duration is
   * that of one operation, at the end of the program. Either is one request with one time.
   *
   * @param seconds the time of an operation
   * @param ran the time that the program ran, in seconds
   */
  private CaseResult number(double seconds, double ran, Instant start) {
    boolean one = load.results().lastLine() == LastLine.SECONDS;
    long operations = one ? 1 : Math.max(1, Math.round(ran / seconds));
    double measured = operations * seconds;
    Histogram histogram = new Histogram(3);
    histogram.recordValue(Math.round(seconds * MICROS));
    TimeDistribution time = TimeDistribution.of(histogram);
    Instant begin = start.plusNanos(Math.round(Math.max(0, ran - measured) * NANOS));
    return CaseResult.of(load.name(), "")
        .withPeriod(begin, begin.plusNanos(Math.max(1, Math.round(measured * NANOS))), 0)
        .withCounts(new Counts(1, operations, 0, 0, time, time))
        .withGenerator(new Generator(0, null, 1 / seconds, 0));
  }

  /** Adds up the requests that are measured. */
  private CaseResult whole(List<CaseResult> all) {
    List<CaseResult> cases = all.stream().filter(this::counts).toList();
    for (String request : load.requests()) {
      if (cases.stream().noneMatch(result -> isOf(result, request))) {
        throw Fault.noVerdict(
            "its results contain no request '%s'; known: %s".formatted(request, names(all)));
      }
    }
    if (cases.get(0).benchmark()) {
      return benchmarks(cases);
    }
    CaseResult first = cases.size() < all.size() ? cases.get(0).with(SOME) : cases.get(0);
    TimeDistribution times =
        TimeDistribution.merge(cases.stream().map(ProgramRun::serviceTime).toList());
    return first
        .withPeriod(first(cases), last(cases), 0)
        .withCounts(Counts.sum(cases.stream().map(CaseResult::counts).toList()))
        .withTimes(times, times)
        .withGenerator(
            new Generator(
                0,
                intended(cases),
                cases.stream().mapToDouble(one -> one.generator().achievedRatePerS()).sum(),
                0));
  }

  /** Returns the sum of the intended rates; null if one is unknown. */
  private static Double intended(List<CaseResult> cases) {
    List<Double> rates = new ArrayList<>();
    cases.forEach(one -> rates.add(one.generator().intendedRatePerS()));
    return rates.contains(null)
        ? null
        : (Double) rates.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the service time or, if the tool reports only that, the response time. */
  private static TimeDistribution serviceTime(CaseResult result) {
    return result.serviceTime() == null ? result.responseTime() : result.serviceTime();
  }

  /**
   * Returns a case of geometric means, in which each benchmark's ratio has equal weight. In a mean,
   * a benchmark that doesn't allocate counts as one of the smallest object, because a value near
   * zero would hide all others.
   */
  private CaseResult benchmarks(List<CaseResult> cases) {
    Map<String, Double> figures = new TreeMap<>();
    for (String figure : List.of(TIME, RATE, BYTES)) {
      double[] values =
          cases.stream()
              .map(result -> result.figures().get(figure))
              .filter(Objects::nonNull)
              .map(
                  value ->
                      figure.equals(BYTES) && cases.size() > 1
                          ? Math.max(ProgramPairs.SMALLEST_OBJECT, value)
                          : value)
              .filter(value -> value > 0)
              .mapToDouble(Math::log)
              .toArray();
      if (values.length > 0) {
        figures.put(figure, Math.exp(Arrays.stream(values).average().orElseThrow()));
      }
    }
    if (figures.containsKey(TIME) == figures.containsKey(RATE)) {
      throw Fault.noVerdict("its benchmarks are not all of one mode, times or rates");
    }
    return CaseResult.of(load.name(), "")
        .withPeriod(first(cases), last(cases), 0)
        .withCounts(Counts.sum(cases.stream().map(CaseResult::counts).toList()))
        .withGenerator(new Generator(0, null, 0, 0))
        .withFigures(figures)
        .with(cases.get(0).origin());
  }

  private boolean counts(CaseResult result) {
    return load.requests().isEmpty()
        || load.requests().stream().anyMatch(request -> isOf(result, request));
  }

  private boolean isOf(CaseResult result, String request) {
    return result.name().equals(load.name() + "/" + request);
  }

  private String names(List<CaseResult> cases) {
    return cases.stream()
        .map(result -> result.name().substring(load.name().length() + 1))
        .collect(Collectors.joining(", "));
  }

  private static Instant first(List<CaseResult> cases) {
    return cases.stream().map(CaseResult::start).min(Comparator.naturalOrder()).orElseThrow();
  }

  private static Instant last(List<CaseResult> cases) {
    return cases.stream().map(CaseResult::end).max(Comparator.naturalOrder()).orElseThrow();
  }
}
