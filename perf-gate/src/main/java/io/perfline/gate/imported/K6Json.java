package io.perfline.gate.imported;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * k6's {@code --out json}: a line for each metric when it is first met, and one for each point.
 *
 * @see <a href="https://grafana.com/docs/k6/latest/results-output/real-time/json/">JSON</a>
 */
final class K6Json implements SampleReader {

  private static final JsonFactory JSON = new JsonFactory();

  private final TextLines lines;
  private final K6Point point = new K6Point();
  private final Set<String> metrics = new HashSet<>();
  private String metric;
  private String type;
  private String time;
  private double value;
  private Map<String, String> tags;

  K6Json(Path file) throws IOException {
    lines = new TextLines(file);
  }

  @Override
  public ImportedSample next() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      read(line);
      if (type.equals("Metric")) {
        if (!metrics.add(metric)) {
          throw lines.fault("k6 begins '" + metric + "' once more: these are two runs in one");
        }
      } else if (K6Point.wants(metric)) {
        ImportedSample sample = point.of(metric, micros(), value, tags);
        if (sample != null) {
          return sample;
        }
      }
    }
    return null;
  }

  private void read(String line) throws IOException {
    metric = null;
    type = null;
    time = null;
    value = Double.NaN;
    tags = Map.of();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw lines.fault("no line of k6's JSON");
      }
      for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
        json.nextToken();
        switch (key) {
          case "metric" -> metric = json.getText();
          case "type" -> type = json.getText();
          case "data" -> data(json);
          default -> json.skipChildren();
        }
      }
    } catch (JsonProcessingException e) {
      throw lines.fault("no line of k6's JSON, it may be cut off: " + e.getOriginalMessage());
    }
    boolean point = "Point".equals(type);
    if (metric == null || (!point && !"Metric".equals(type))) {
      throw lines.fault("no line of k6's JSON: neither a metric nor a point");
    }
    if (point && (time == null || !Double.isFinite(value))) {
      throw lines.fault("a point of " + metric + " without its time or value");
    }
  }

  private void data(JsonParser json) throws IOException {
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      JsonToken token = json.nextToken();
      if (key.equals("time")) {
        time = json.getText();
      } else if (key.equals("value") && token.isNumeric()) {
        value = json.getDoubleValue();
      } else if (key.equals("tags") && token == JsonToken.START_OBJECT && wanted()) {
        tags = tags(json);
      } else {
        json.skipChildren();
      }
    }
  }

  /** Whether the tags matter; where the metric's name comes behind them, they may. */
  private boolean wanted() {
    return metric == null || K6Point.TIMES.contains(metric);
  }

  private static Map<String, String> tags(JsonParser json) throws IOException {
    Map<String, String> tags = new HashMap<>();
    for (String key = json.nextFieldName(); key != null; key = json.nextFieldName()) {
      json.nextToken();
      tags.put(key, json.getText());
    }
    return tags;
  }

  private long micros() {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, OffsetDateTime.parse(time).toInstant());
    } catch (DateTimeException e) {
      throw lines.fault("'" + time + "' is no time");
    }
  }

  @Override
  public String position() {
    return lines.place();
  }

  @Override
  public Map<String, String> metadata() {
    return point.said();
  }

  @Override
  public Double achievedShare() {
    return point.started();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
