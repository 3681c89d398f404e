package io.perfline.gate.imported;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads k6's data points. Each point of a request's duration is a request; the other points
 * describe k6 itself.
 */
abstract class K6Results<S extends ToolSource> extends SampleReader<S> {

  private static final Set<String> DURATIONS = Set.of("http_req_duration", "grpc_req_duration");
  private static final Set<String> WANTED =
      Set.of("vus", "checks", "iterations", "dropped_iterations", "http_reqs");

  /** The tags that differ from request to request. */
  private static final Set<String> OF_EACH_REQUEST =
      Set.of(
          "name",
          "url",
          "status",
          "error",
          "error_code",
          "expected_response",
          "proto",
          "ip",
          "vu",
          "iter",
          "tls_version",
          "ocsp_status",
          "subproto",
          "service",
          "rpc_type");

  private static final double MICROS_PER_MILLI = 1000;

  /** A value of one of k6's metrics. */
  record Point(String metric, long us, double value, Map<String, String> tags) {}

  private final ImportedErrors errors = new ImportedErrors();
  private long iterations;
  private long dropped;
  private long failedChecks;
  private long counted;
  private long timed;
  private int users;
  private int maxUsers;

  private K6Results(S source) {
    super(source);
  }

  /** Returns the next point of a wanted metric; null after the last one. */
  abstract Point point() throws IOException;

  private static boolean isWanted(String metric) {
    return DURATIONS.contains(metric) || WANTED.contains(metric);
  }

  @Override
  ImportedSample next() throws IOException {
    for (Point point = point(); point != null; point = point()) {
      switch (point.metric()) {
        case "vus" -> {
          users = (int) point.value();
          maxUsers = Math.max(maxUsers, users);
        }
        case "checks" -> failedChecks += point.value() == 0 ? 1 : 0;
        case "iterations" -> iterations += (long) point.value();
        case "dropped_iterations" -> dropped += (long) point.value();
        case "http_reqs" -> counted += (long) point.value();
        default -> {
          timed += point.metric().equals("http_req_duration") ? 1 : 0;
          return request(point, point.tags());
        }
      }
    }
    if (counted > 0 && counted != timed) {
      throw source.fault(
          "k6 counted %d requests, and the file contains the times of %d: it is cut off, or lines were removed"
              .formatted(counted, timed));
    }
    return null;
  }

  private ImportedSample request(Point point, Map<String, String> tags) {
    String name = tags.getOrDefault("name", "");
    return new ImportedSample(
        ImportedSample.name(
            tags.getOrDefault("method", ""), name.isEmpty() ? tags.getOrDefault("url", "") : name),
        point.us(),
        Math.round(point.value() * MICROS_PER_MILLI),
        ImportedSample.UNKNOWN,
        error(point.metric(), tags),
        0,
        users,
        parameters(tags),
        0);
  }

  /**
   * Returns the kind of failure, or null if the request succeeded. Like k6's {@code
   * http_req_failed}, it uses the tag {@code expected_response}. A call of gRPC has only a status,
   * of which 0 is a success.
   */
  private String error(String metric, Map<String, String> tags) {
    String expected = tags.getOrDefault("expected_response", "");
    String text = tags.getOrDefault("error", "");
    String status = tags.getOrDefault("status", "");
    if (expected.isEmpty() && text.isEmpty() && status.isEmpty()) {
      throw source.fault(
          "the request has none of the tags status, error and expected_response, so it may have"
              + " failed: let k6 write them (--system-tags)");
    }
    if (metric.equals("grpc_req_duration")) {
      return status.equals("0") ? null : errors.of(text.isEmpty() ? "gRPC status " + status : text);
    }
    boolean unexpected =
        expected.isEmpty()
            ? !text.isEmpty() || status.equals("0") || status.matches("[45]..")
            : expected.equals("false");
    if (!unexpected) {
      return null;
    }
    return status.equals("0") || status.isEmpty()
        ? errors.of(text.isEmpty() ? tags.getOrDefault("error_code", "") : text)
        : errors.of(status, "status " + status);
  }

  /**
   * Returns the scenario, the method and the script's own tags, without {@link #OF_EACH_REQUEST}.
   */
  private Map<String, String> parameters(Map<String, String> tags) {
    Map<String, String> own = new TreeMap<>(tags);
    own.keySet().removeAll(OF_EACH_REQUEST);
    own.values().removeIf(String::isEmpty);
    return shared(own);
  }

  @Override
  Map<String, String> metadata() {
    return Map.of(
        "most users",
        Integer.toString(maxUsers),
        "dropped iterations",
        Long.toString(dropped),
        "failed checks",
        Long.toString(failedChecks));
  }

  @Override
  Double achievedShare() {
    return dropped == 0 ? null : iterations / (double) (iterations + dropped);
  }

  /**
   * Reads the file of {@code --out json}: one line for each metric when it first occurs, and one
   * line for each point.
   *
   * @see <a href="https://grafana.com/docs/k6/latest/results-output/real-time/json/">JSON</a>
   */
  static final class OfJson extends K6Results<TextLines> {

    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Line(String metric, String type, Data data) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Data(String time, Double value, Map<String, String> tags) {}

    private static final ObjectReader LINE =
        Json.MAPPER
            .readerFor(Line.class)
            .without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);

    private final Set<String> metrics = new HashSet<>();

    OfJson(Path file) throws IOException {
      super(new TextLines(file));
    }

    @Override
    Point point() throws IOException {
      for (String text = source.next(); text != null; text = source.next()) {
        Line line = parse(text);
        if (line.type.equals("Metric")) {
          if (!metrics.add(line.metric)) {
            throw source.fault(
                "k6 begins '%s' a second time: the file contains two results; split it"
                    .formatted(line.metric));
          }
        } else if (isWanted(line.metric)) {
          return new Point(
              line.metric,
              EpochTime.iso(source::fault, line.data.time),
              line.data.value,
              line.data.tags == null ? Map.of() : line.data.tags);
        }
      }
      return null;
    }

    private Line parse(String text) throws IOException {
      Line line;
      try {
        line = LINE.readValue(text);
      } catch (JsonProcessingException e) {
        throw source.fault("not a line of k6's JSON, it may be cut off: " + e.getOriginalMessage());
      }
      boolean point = line != null && "Point".equals(line.type);
      if (line == null || line.metric == null || (!point && !"Metric".equals(line.type))) {
        throw source.fault("not a line of k6's JSON: neither a metric nor a point");
      }
      if (point
          && (line.data == null
              || line.data.time == null
              || line.data.value == null
              || !Double.isFinite(line.data.value))) {
        throw source.fault("a point of " + line.metric + " without its time or value");
      }
      return line;
    }
  }

  /**
   * Reads the file of {@code --out csv}. Its time stamps are whole seconds unless {@code
   * K6_CSV_TIME_FORMAT} changes that, so the order within a second is unknown.
   *
   * @see <a href="https://grafana.com/docs/k6/latest/results-output/real-time/csv/">CSV</a>
   */
  static final class OfCsv extends K6Results<CsvRecords> {

    private static final List<String> TAGS =
        List.of(
            "error",
            "error_code",
            "expected_response",
            "group",
            "method",
            "name",
            "scenario",
            "status",
            "url");

    private final int metric;
    private final int time;
    private final int value;
    private final int extra;

    OfCsv(Path file) throws IOException {
      super(new CsvRecords(file));
      metric = source.required("metric_name");
      time = source.required("timestamp");
      value = source.required("metric_value");
      extra = source.column("extra_tags");
    }

    @Override
    Point point() {
      while (source.next()) {
        String name = source.text(metric);
        if (isWanted(name)) {
          return new Point(name, EpochTime.micros(source, time), source.number(value), tags());
        }
      }
      return null;
    }

    private Map<String, String> tags() {
      Map<String, String> tags = new HashMap<>();
      TAGS.forEach(tag -> tags.put(tag, source.text(source.column(tag))));
      for (String pair : source.text(extra).split("&")) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          tags.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
      }
      return tags;
    }
  }
}
