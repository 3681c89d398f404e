package io.perfline.gate.imported;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the results of JMH's option {@code -rf json}. Each benchmark with its parameters becomes a
 * case, and so does each of its secondary metrics, such as {@code gc.alloc.rate.norm}. Scores
 * become figures named after what they measure, because their units differ. JMH doesn't record when
 * it ran, so the period of a case ends when the file was written.
 */
final class JmhResults {

  private static final Pattern LENGTH = Pattern.compile("([0-9]+) (\\S+)");
  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "hr", 3600e9, "day", 86400e9);

  /** Matches the percentiles of the mode {@code sample}, which JMH repeats as secondary metrics. */
  private static final Pattern PERCENTILE = Pattern.compile("p[01]\\.[0-9]+");

  private static final Map<String, String> PERCENTILES =
      Map.of(
          "50.0", ".p50", "90.0", ".p90", "95.0", ".p95", "99.0", ".p99", "99.9", ".p99.9", "100.0",
          ".max");

  /**
   * A kind of score.
   *
   * @param figure the name of the figure, such as {@code score.time}
   * @param factor the factor from JMH's unit to the unit of the figure
   */
  private record Kind(String figure, double factor) {}

  private final ImportPlan plan;
  private final List<CaseResult> cases = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  JmhResults(ImportPlan plan) {
    this.plan = plan;
  }

  /**
   * Returns the cases of all files.
   *
   * @throws Fault (no verdict) if a file is cut off or contains no benchmark, or a benchmark occurs
   *     twice
   */
  List<CaseResult> cases(List<Path> files) throws IOException {
    for (Path file : files) {
      try (Reader in = new ToolText(file, () -> 1, false)) {
        JsonNode results = Json.MAPPER.readTree(in);
        if (!results.isArray() || results.isEmpty()) {
          throw ToolFile.fault(file, 1, "there is no benchmark in it: nothing was measured");
        }
        Instant end = Files.getLastModifiedTime(file).toInstant();
        for (int i = 0; i < results.size(); i++) {
          add(file + ", benchmark " + (i + 1), results.get(i), end);
        }
      } catch (JsonProcessingException e) {
        long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
        throw ToolFile.fault(file, line, "the JSON is incomplete: " + e.getOriginalMessage());
      }
    }
    return cases;
  }

  private void add(String position, JsonNode benchmark, Instant end) {
    String mode = benchmark.path("mode").asText();
    JsonNode primary = benchmark.path("primaryMetric");
    String unit = primary.path("scoreUnit").asText();
    requireAllIterations(position, benchmark);
    Kind kind = kind(unit);
    if (kind == null || !kind.figure.matches("score\\.(time|rate)")) {
      throw Fault.noVerdict(
          position + ": a score in '" + unit + "' is neither a time per operation nor a rate");
    }
    Map<String, Double> figures = figures(position, primary, kind);
    if (mode.equals("sample")) {
      PERCENTILES.forEach(
          (percentile, figure) -> {
            JsonNode value = primary.path("scorePercentiles").path(percentile);
            if (value.isNumber()) {
              figures.put(kind.figure + figure, value.asDouble() * kind.factor);
            }
          });
    }
    String name = name(position, benchmark, mode);
    Map<String, String> unread = new TreeMap<>();
    benchmark
        .path("secondaryMetrics")
        .fields()
        .forEachRemaining(
            metric -> {
              String label = metric.getKey().replaceFirst("^·", "");
              JsonNode score = metric.getValue();
              Kind scoreKind = kind(score.path("scoreUnit").asText());
              if (scoreKind == null || !score.path("score").isNumber()) {
                unread.put("not read: " + label, text(score));
              } else if (!PERCENTILE.matcher(label).matches()) {
                Map<String, Double> secondary = figures(position, score, scoreKind);
                add(position, benchmark, end, name + "/" + label, score, Map.of(), secondary);
              }
            });
    add(position, benchmark, end, name, primary, unread, figures);
  }

  /** JMH leaves out the iterations and forks that failed, unless {@code -foe true} ends it. */
  private static void requireAllIterations(String position, JsonNode benchmark) {
    JsonNode primary = benchmark.path("primaryMetric");
    JsonNode histogram = primary.path("rawDataHistogram");
    JsonNode data = histogram.isArray() ? histogram : primary.path("rawData");
    long forks = Math.max(1, benchmark.path("forks").asLong(data.size()));
    long iterations = benchmark.path("measurementIterations").asLong(-1);
    boolean all = data.isEmpty() || data.size() == forks;
    for (JsonNode fork : data) {
      all &= iterations < 0 || fork.size() == iterations;
    }
    if (!all) {
      throw Fault.noVerdict(
          "%s: it lacks some of the results of %d forks with %d iterations each, because these failed; run JMH with -foe true, which ends at the first failure"
              .formatted(position, forks, iterations));
    }
  }

  private void add(
      String position,
      JsonNode benchmark,
      Instant end,
      String name,
      JsonNode score,
      Map<String, String> unread,
      Map<String, Double> figures) {
    long count = samples(benchmark.path("primaryMetric"));
    if (count == 0) {
      throw Fault.noVerdict(position + ": there is no iteration in it: nothing was measured");
    }
    Duration length = length(benchmark, figures.getOrDefault("score.time", 1e6));
    Map<String, String> metadata = new TreeMap<>(unread);
    metadata.put("JMH", benchmark.path("jmhVersion").asText("?"));
    metadata.put("score", text(score));
    cases.add(
        plan.begin(name)
            .withParameters(parameters(benchmark))
            .withPeriod(end.minus(length), end, 0)
            .withCounts(Counts.of(count, null, null))
            .withFigures(figures)
            .withGenerator(plan.generator(count / (length.toNanos() / 1e9), null))
            .with(plan.origin(false, metadata)));
  }

  private static String text(JsonNode score) {
    String error = score.path("scoreError").asText("NaN");
    return score.path("score").asText()
        + (error.equals("NaN") ? "" : " ± " + error)
        + " "
        + score.path("scoreUnit").asText();
  }

  /**
   * Returns the kind of score for a unit, or null if the unit is neither a time, a rate, a size nor
   * a count.
   */
  private static Kind kind(String unit) {
    String[] sides = unit.split("/", 2);
    Double first = NANOS.get(sides[0]);
    Double second = sides.length < 2 ? null : NANOS.get(sides[1].replace("sec", "s"));
    if (unit.equals("B/op")) {
      return new Kind("score.bytes", 1);
    }
    if (unit.equals("MB/sec")) {
      return new Kind("score.byte_rate", 1 << 20);
    }
    if (Set.of("counts", "#", "#/op").contains(unit)) {
      return new Kind("score.count", 1);
    }
    if (first != null && sides.length == 1) {
      return new Kind("score.duration", first / NANOS.get("ms"));
    }
    if (first != null && sides[1].equals("op")) {
      return new Kind("score.time", first);
    }
    return sides[0].equals("ops") && second != null
        ? new Kind("score.rate", NANOS.get("s") / second)
        : null;
  }

  private static Map<String, Double> figures(String position, JsonNode score, Kind kind) {
    double value = score.path("score").asDouble(Double.NaN);
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw Fault.noVerdict(position + ": its score is '" + score.path("score").asText() + "'");
    }
    Map<String, Double> figures = new TreeMap<>();
    figures.put(kind.figure, value * kind.factor);
    double absolute = score.path("scoreError").asDouble(Double.NaN);
    double error = absolute == 0 ? 0 : 100 * absolute / value;
    if (Double.isFinite(error)) {
      figures.put("score.error", error);
    }
    return figures;
  }

  private static long samples(JsonNode metric) {
    JsonNode histogram = metric.path("rawDataHistogram");
    return histogram.isArray()
        ? leaves(histogram, 3).mapToLong(pair -> pair.path(1).asLong()).sum()
        : leaves(metric.path("rawData"), 2).count();
  }

  /**
   * Returns the values in nested lists of forks and iterations, and of pairs of value and count.
   */
  private static Stream<JsonNode> leaves(JsonNode node, int depth) {
    List<JsonNode> children = new ArrayList<>();
    node.forEach(children::add);
    return depth == 1
        ? children.stream()
        : children.stream().flatMap(child -> leaves(child, depth - 1));
  }

  private static Duration length(JsonNode benchmark, double score) {
    Matcher time = LENGTH.matcher(benchmark.path("measurementTime").asText());
    long iterations =
        benchmark.path("measurementIterations").asLong(1)
            * Math.max(1, benchmark.path("forks").asLong());
    double each =
        time.matches() && !benchmark.path("mode").asText().equals("ss")
            ? Long.parseLong(time.group(1)) * NANOS.getOrDefault(time.group(2), 1e9)
            : score;
    return Duration.ofNanos(Math.max(1_000_000, Math.round(each * iterations)));
  }

  private String name(String position, JsonNode benchmark, String mode) {
    StringBuilder name = new StringBuilder(benchmark.path("benchmark").asText());
    benchmark
        .path("params")
        .fields()
        .forEachRemaining(
            one ->
                name.append('/').append(one.getKey()).append('=').append(one.getValue().asText()));
    if (!names.add(name.toString()) && !names.add(name.append('/').append(mode).toString())) {
      throw Fault.noVerdict(
          "%s: %s occurs a second time: the file contains two results; split it"
              .formatted(position, name));
    }
    return name.toString();
  }

  private static Map<String, String> parameters(JsonNode benchmark) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("mode", benchmark.path("mode").asText());
    parameters.put("threads", benchmark.path("threads").asText());
    benchmark
        .path("params")
        .fields()
        .forEachRemaining(one -> parameters.put(one.getKey(), one.getValue().asText()));
    return parameters;
  }
}
