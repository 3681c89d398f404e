package io.perfline.gate.imported;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The report that Artillery writes with {@code --output report.json}: counters and percentiles of
 * all requests. With Artillery's plugin metrics-by-endpoint it also contains those of each
 * endpoint, and each endpoint becomes a case. The percentiles include failed requests.
 *
 * @see <a href="https://www.artillery.io/docs/reference/reported-metrics">Reported metrics</a>
 */
final class ArtilleryReport {

  private static final String ALL = "http.response_time";
  private static final String BY_ENDPOINT = "plugins.metrics-by-endpoint.response_time.";
  private static final Pattern OF_ENDPOINT =
      Pattern.compile(
          "(?s)plugins\\.metrics-by-endpoint\\.(?<name>.*?)\\.(codes\\.(?<code>\\d+)|errors\\.(?<error>.+))");
  private static final Pattern OF_ALL =
      Pattern.compile("(?s)http\\.codes\\.(?<code>\\d+)|errors\\.(?<error>.+)");

  /** The beginning of the error of a request whose answer was not as expected. */
  private static final String CHECK_FAILED = "Failed capture or match";

  /** The case of the errors that Artillery counts for no endpoint. */
  private static final String REST = "without endpoint";

  private static final Map<String, Double> PERCENTILES =
      Map.of(
          "p50", 50.0, "p75", 75.0, "p90", 90.0, "p95", 95.0, "p99", 99.0, "p999", 99.9, "max",
          100.0);

  private final ImportPlan plan;
  private final Path file;
  private final JsonNode aggregate;

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
      throw ToolFile.fault(file, line, "the JSON is incomplete: " + e.getOriginalMessage());
    }
    if (!aggregate.path("counters").isObject() || !aggregate.path("summaries").isObject()) {
      throw fault(
          "there is no 'aggregate' with 'counters' and 'summaries': not Artillery's report");
    }
  }

  List<CaseResult> cases() {
    Map<String, Totals> endpoints = new LinkedHashMap<>();
    Totals all = new Totals();
    for (var counter : (Iterable<Map.Entry<String, JsonNode>>) aggregate.path("counters")::fields) {
      long count = counter.getValue().asLong();
      Matcher endpoint = OF_ENDPOINT.matcher(counter.getKey());
      Matcher whole = OF_ALL.matcher(counter.getKey());
      if (endpoint.matches()) {
        endpoints
            .computeIfAbsent(endpoint.group("name"), name -> new Totals())
            .add(endpoint.group("code"), endpoint.group("error"), count);
      } else if (whole.matches()) {
        all.add(whole.group("code"), whole.group("error"), count);
      }
    }
    all.addUnanswered(aggregate.path("counters").path("http.requests").asLong());
    if (endpoints.isEmpty()) {
      all.answered -= Math.min(all.answered, all.checksFailed);
      return List.of(result("all", all, ALL));
    }
    List<CaseResult> cases = new ArrayList<>();
    endpoints.forEach((name, counts) -> cases.add(result(name, counts, BY_ENDPOINT + name)));
    Totals rest = all.without(endpoints.values());
    if (rest.answered > 0) {
      throw fault(
          "%d requests belong to no endpoint: leave ignoreUnnamedRequests out of metrics-by-endpoint"
              .formatted(rest.answered));
    }
    if (!rest.errors.isEmpty()) {
      cases.add(result(REST, rest, ""));
    }
    return cases;
  }

  /** The requests of an endpoint, or of all. */
  private static final class Totals {

    private final Map<String, Long> errors = new TreeMap<>();
    private long answered;

    /** The number of answered requests that failed a check of their answer. */
    private long checksFailed;

    void add(String code, String error, long count) {
      if (code != null && Integer.parseInt(code) < 400) {
        answered += count;
      } else if (count > 0) {
        errors.merge(
            code == null ? new ImportedErrors().of(error) : "HTTP " + code, count, Long::sum);
        checksFailed += code == null && error.startsWith(CHECK_FAILED) ? count : 0;
      }
    }

    /**
     * Adds the requests that were sent, and of which Artillery counted neither answer nor error.
     */
    void addUnanswered(long sent) {
      long unanswered = sent - (answered + failed() - checksFailed);
      if (unanswered > 0) {
        errors.merge("no answer", unanswered, Long::sum);
      }
    }

    long failed() {
      return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the requests that none of these parts contains. */
    Totals without(Collection<Totals> parts) {
      Totals rest = new Totals();
      rest.answered = answered - parts.stream().mapToLong(part -> part.answered).sum();
      rest.errors.putAll(errors);
      for (Totals part : parts) {
        part.errors.forEach((kind, count) -> rest.errors.merge(kind, -count, Long::sum));
      }
      rest.errors.values().removeIf(count -> count <= 0);
      return rest;
    }
  }

  private CaseResult result(String name, Totals counts, String summary) {
    long answered = counts.answered;
    if (answered + counts.failed() == 0) {
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
        .withCounts(
            Counts.of(answered, null, PercentileTimes.of(percentiles, answered))
                .withErrors(counts.errors))
        .withGenerator(plan.generator((answered + counts.failed()) / seconds, achieved()))
        .with(plan.origin(true, metadata()));
  }

  /** Returns the share of the users that were created; null if all were. */
  private Double achieved() {
    double created = aggregate.path("counters").path("vusers.created").asDouble();
    double skipped = aggregate.path("counters").path("vusers.skipped").asDouble();
    return skipped == 0 ? null : (Double) (created / (created + skipped));
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
