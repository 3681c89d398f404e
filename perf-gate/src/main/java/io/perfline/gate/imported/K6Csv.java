package io.perfline.gate.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * k6's {@code --out csv}. Its times are whole seconds unless {@code K6_CSV_TIME_FORMAT} says
 * otherwise, so a second holds what ended in it, and no order within it is known.
 *
 * @see <a href="https://grafana.com/docs/k6/latest/results-output/real-time/csv/">CSV</a>
 */
final class K6Csv implements SampleReader {

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

  private final CsvRecords records;
  private final K6Point point = new K6Point();
  private final int metric;
  private final int time;
  private final int value;
  private final int extra;
  private final int[] tags = new int[TAGS.size()];

  K6Csv(Path file) throws IOException {
    records = new CsvRecords(file);
    metric = records.required("metric_name");
    time = records.required("timestamp");
    value = records.required("metric_value");
    extra = records.column("extra_tags");
    for (int i = 0; i < tags.length; i++) {
      tags[i] = records.column(TAGS.get(i));
    }
  }

  @Override
  public ImportedSample next() throws IOException {
    while (records.next()) {
      String name = records.text(metric);
      if (K6Point.wants(name)) {
        Map<String, String> told = K6Point.TIMES.contains(name) ? tags() : Map.of();
        ImportedSample sample =
            point.of(name, EpochTime.micros(records, time), records.number(value), told);
        if (sample != null) {
          return sample;
        }
      }
    }
    return null;
  }

  private Map<String, String> tags() {
    Map<String, String> told = new HashMap<>();
    for (int i = 0; i < tags.length; i++) {
      told.put(TAGS.get(i), records.text(tags[i]));
    }
    for (String pair : records.text(extra).split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        told.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return told;
  }

  @Override
  public String position() {
    return records.place();
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
    records.close();
  }
}
