package io.perfline.gate.imported;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.io.InputStream;
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
import org.HdrHistogram.Histogram;

/**
 * JMH's {@code -rf json}: a case for each benchmark and setting. An iteration, of the mode {@code
 * sample} a sample, counts as a request; as such times are microseconds and an operation may take
 * nanoseconds, a request is as many operations as make a nanosecond a millisecond. JMH doesn't say
 * when it ran: the period ends when the file was written.
 */
final class JmhResults {

  private static final Pattern UNIT = Pattern.compile("(ns|us|ms|s|min)/op|ops/(ns|us|ms|s|min)");
  private static final Pattern TIME = Pattern.compile("([0-9]+) (ns|us|ms|s|min)");
  private static final Map<String, Double> MICROS =
      Map.of("ns", 1e-3, "us", 1.0, "ms", 1e3, "s", 1e6, "min", 60e6);

  /**
   * A rate doesn't show how long an operation takes, whatever its unit: a nanosecond becomes a
   * millisecond, so that neither nanoseconds nor seconds are rounded.
   */
  private static final long OPERATIONS_OF_RATE = 1_000_000;

  private final ImportPlan plan;
  private final Set<String> names = new HashSet<>();

  JmhResults(ImportPlan plan) {
    this.plan = plan;
  }

  /**
   * @throws Fault (no verdict) when it is cut off, holds no benchmark, or one twice
   */
  List<CaseResult> cases(Path file) throws IOException {
    List<CaseResult> cases = new ArrayList<>();
    Instant end = Files.getLastModifiedTime(file).toInstant();
    try (InputStream in = ToolFile.open(file)) {
      JsonNode results = Json.MAPPER.readTree(in);
      int index = 0;
      for (JsonNode one : results) {
        cases.add(one(file + ", benchmark " + ++index, one, end));
      }
      if (!results.isArray() || cases.isEmpty()) {
        throw ToolFile.fault(file, 1, "there is no benchmark in it: nothing was measured");
      }
    } catch (JsonProcessingException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw ToolFile.fault(file, line, "no whole JSON: " + e.getOriginalMessage());
    }
    return cases;
  }

  private CaseResult one(String place, JsonNode result, Instant end) {
    JsonNode metric = result.path("primaryMetric");
    String mode = result.path("mode").asText();
    String unit = metric.path("scoreUnit").asText();
    Matcher units = UNIT.matcher(unit);
    if (!units.matches()) {
      throw Fault.noVerdict(place + ": a score in '" + unit + "' is neither a time nor a rate");
    }
    boolean rate = units.group(1) == null;
    double micros = MICROS.get(rate ? units.group(2) : units.group(1));
    long operations = rate ? OPERATIONS_OF_RATE : Math.max(1, Math.round(1000 / micros));
    Histogram times = new Histogram(3);
    if (mode.equals("sample")) {
      each(
          metric.path("rawDataHistogram"),
          3,
          pair -> record(place, times, pair, micros * operations));
    } else {
      each(
          metric.path("rawData"),
          2,
          score -> {
            double perOperation = rate ? micros / score.asDouble() : micros * score.asDouble();
            times.recordValue(micros(place, perOperation * operations));
          });
    }
    if (times.getTotalCount() == 0) {
      throw Fault.noVerdict(place + ": there is no iteration in it: nothing was measured");
    }
    TimeDistribution distribution = TimeDistribution.of(times);
    Duration length = length(result, distribution, mode);
    double seconds = length.toNanos() / 1e9;
    long done =
        Math.max(times.getTotalCount(), Math.round(seconds * 1e6 / times.getMean() * operations));
    return plan.begin(name(place, result, mode))
        .withParameters(parameters(result, mode, operations))
        .withPeriod(end.minus(length), end, 0)
        .withCounts(times.getTotalCount(), done, 0)
        .withTimes(null, distribution)
        .withGenerator(plan.generator(times.getTotalCount() / seconds, null))
        .with(plan.origin(false, Map.of("JMH", result.path("jmhVersion").asText("?"))));
  }

  private interface Leaf {
    void take(JsonNode leaf);
  }

  /** What stands {@code depth} lists deep: forks, iterations, and pairs of value and count. */
  private static void each(JsonNode node, int depth, Leaf leaf) {
    if (depth == 0) {
      leaf.take(node);
    } else {
      node.forEach(child -> each(child, depth - 1, leaf));
    }
  }

  private static void record(String place, Histogram times, JsonNode pair, double scale) {
    times.recordValueWithCount(
        micros(place, pair.path(0).asDouble(Double.NaN) * scale), pair.path(1).asLong());
  }

  private static long micros(String place, double value) {
    if (!(value >= 0 && value < 1e15)) {
      throw Fault.noVerdict(place + ": a score of it is not a number");
    }
    return Math.round(value);
  }

  private static Duration length(JsonNode result, TimeDistribution times, String mode) {
    Matcher time = TIME.matcher(result.path("measurementTime").asText());
    long iterations =
        result.path("measurementIterations").asLong(1) * Math.max(1, result.path("forks").asLong());
    double micros =
        time.matches() && !mode.equals("ss")
            ? Long.parseLong(time.group(1)) * MICROS.get(time.group(2)) * iterations
            : times.meanUs() * times.count();
    return Duration.ofNanos(Math.max(1_000_000, Math.round(micros * 1000)));
  }

  private String name(String place, JsonNode result, String mode) {
    StringBuilder name = new StringBuilder(result.path("benchmark").asText());
    result
        .path("params")
        .fields()
        .forEachRemaining(
            one ->
                name.append('/').append(one.getKey()).append('=').append(one.getValue().asText()));
    if (!names.add(name.toString()) && !names.add(name.append('/').append(mode).toString())) {
      throw Fault.noVerdict(place + ": " + name + " once more: these are two results in one");
    }
    return name.toString();
  }

  private static Map<String, String> parameters(JsonNode result, String mode, long operations) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("mode", mode);
    parameters.put("threads", result.path("threads").asText());
    parameters.put("operations per request", Long.toString(operations));
    result
        .path("params")
        .fields()
        .forEachRemaining(one -> parameters.put(one.getKey(), one.getValue().asText()));
    return parameters;
  }
}
