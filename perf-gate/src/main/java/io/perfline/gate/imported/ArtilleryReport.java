package io.perfline.gate.imported;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.CaseResult;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The report that Artillery writes with {@code --output report.json}: counters and percentiles of
 * all requests. With Artillery's plugin metrics-by-endpoint it also contains those of each
 * endpoint, and each endpoint becomes a case. The percentiles include failed requests.
 *
 * @see <a href="https://www.artillery.io/docs/reference/reported-metrics">Reported metrics</a>
 */
final class ArtilleryReport {

  private static final String ALL = "http.response_time";
  private static final String PLUGIN = "plugins.metrics-by-endpoint.";
  private static final String BY_ENDPOINT = PLUGIN + "response_time.";
  private static final Map<String, Double> PERCENTILES =
      Map.of(
          "p50", 50.0, "p75", 75.0, "p90", 90.0, "p95", 95.0, "p99", 99.0, "p999", 99.9, "max",
          100.0);

  private final ImportPlan plan;
  private final Path file;
  private final JsonNode aggregate;
  private final Map<String, String> names = new HashMap<>();

  /**
   * @throws Fault (no verdict) if the file is cut off or is not a report of Artillery
   */
  ArtilleryReport(ImportPlan plan, Path file) throws IOException {
    this.plan = plan;
    this.file = file;
    try (Reader in = new ToolText(file, () -> 1, false)) {
      aggregate = Json.MAPPER.readTree(in).path("aggregate");
    } catch (JsonProcessingException e) {
      long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw ToolFile.fault(file, line, "not whole JSON: " + e.getOriginalMessage());
    }
    if (!aggregate.path("counters").isObject() || !aggregate.path("summaries").isObject()) {
      throw fault(
          "there is no 'aggregate' with 'counters' and 'summaries': not Artillery's report");
    }
  }

  List<CaseResult> cases() {
    List<CaseResult> cases = new ArrayList<>();
    aggregate
        .path("counters")
        .fieldNames()
        .forEachRemaining(
            counter -> {
              if (counter.startsWith(PLUGIN)
                  && counter.matches("(?s).*\\.(codes|errors)\\.[^.]+")) {
                String name =
                    counter
                        .substring(PLUGIN.length())
                        .replaceFirst("\\.(codes|errors)\\.[^.]+$", "");
                if (names.put(name, name) == null) {
                  cases.add(result(name, PLUGIN + name + ".", BY_ENDPOINT + name));
                }
              }
            });
    if (cases.isEmpty()) {
      cases.add(result("all", "http.", ALL));
    }
    return cases;
  }

  private CaseResult result(String name, String counters, String summary) {
    Map<String, Long> errors = new TreeMap<>();
    long answered = 0;
    for (var counter : (Iterable<Map.Entry<String, JsonNode>>) aggregate.path("counters")::fields) {
      String key = counter.getKey();
      long count = counter.getValue().asLong();
      if (key.startsWith(counters + "codes.")) {
        int code = Integer.parseInt(key.substring(key.lastIndexOf('.') + 1));
        answered += code < 400 ? count : 0;
        errors.merge("HTTP " + code, code < 400 ? 0 : count, Long::sum);
      } else if (key.startsWith(counters.equals("http.") ? "errors." : counters + "errors.")) {
        errors.merge(
            new ImportedErrors().of(key.substring(key.lastIndexOf('.') + 1)), count, Long::sum);
      }
    }
    errors.values().removeIf(count -> count == 0);
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    if (answered + failed == 0) {
      throw fault("there is no HTTP request in it: nothing was measured");
    }
    SortedMap<Double, Double> percentiles = new TreeMap<>();
    JsonNode times = aggregate.path("summaries").path(summary);
    PERCENTILES.forEach(
        (key, percentile) -> {
          if (times.path(key).isNumber()) {
            percentiles.put(percentile, times.path(key).asDouble());
          }
        });
    if (answered > 0 && !percentiles.containsKey(100.0)) {
      throw fault("there are no percentiles of '" + summary + "' in it");
    }
    Instant start = time("firstMetricAt");
    Instant end = time("lastMetricAt");
    double seconds = Math.max(1, end.toEpochMilli() - start.toEpochMilli()) / 1000.0;
    return plan.begin(name)
        .withPeriod(start, end.isAfter(start) ? end : start.plusMillis(1), 0)
        .withCounts(answered, answered, 0)
        .withErrors(errors)
        .withTimes(null, PercentileTimes.of(percentiles, answered))
        .withGenerator(plan.generator((answered + failed) / seconds, null))
        .with(plan.origin(true, metadata()));
  }

  private Map<String, String> metadata() {
    Map<String, String> metadata = new TreeMap<>();
    for (String counter : List.of("created", "failed", "skipped")) {
      JsonNode count = aggregate.path("counters").path("vusers." + counter);
      if (count.isNumber()) {
        metadata.put("users " + counter, count.asText());
      }
    }
    return metadata;
  }

  private Instant time(String key) {
    if (!aggregate.path(key).isNumber()) {
      throw fault("there is no '" + key + "' in it: it doesn't contain when it was measured");
    }
    return Instant.ofEpochMilli(aggregate.path(key).asLong());
  }

  private Fault fault(String what) {
    return ToolFile.fault(file, 1, what);
  }
}
