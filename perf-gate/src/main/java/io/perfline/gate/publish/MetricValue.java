package io.perfline.gate.publish;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One value of a metric.
 *
 * @param attributes the attributes in OpenTelemetry, or labels in Prometheus, sorted by name
 */
record MetricValue(ExportedMetric metric, SortedMap<String, String> attributes, double value) {

  static MetricValue of(ExportedMetric metric, Map<String, String> attributes, double value) {
    return new MetricValue(
        metric, Collections.unmodifiableSortedMap(new TreeMap<>(attributes)), value);
  }
}
