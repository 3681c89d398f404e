package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Replaces a file for the textfile collector of Prometheus' node exporter. The collector rejects
 * time stamps, so the file contains none.
 */
record PrometheusFile(Path file) implements MetricsTarget.Writer {

  /** The ending of the files that the textfile collector reads. */
  static final String ENDING = ".prom";

  @Override
  public void write(RunMetrics metrics) {
    Map<ExportedMetric, GaugeSnapshot.Builder> gauges = new EnumMap<>(ExportedMetric.class);
    for (MetricValue value : metrics.values()) {
      gauges
          .computeIfAbsent(value.metric(), PrometheusFile::gauge)
          .dataPoint(
              GaugeDataPointSnapshot.builder()
                  .labels(labels(value.attributes()))
                  .value(value.value())
                  .build());
    }
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(gauge -> all.metricSnapshot(gauge.build()));
    try {
      AtomicFile.write(
          file.toAbsolutePath(),
          out -> PrometheusTextFormatWriter.create().write(out, all.build()));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write %s: %s".formatted(file, e), e);
    }
  }

  private static GaugeSnapshot.Builder gauge(ExportedMetric metric) {
    return GaugeSnapshot.builder().name(metric.prometheusName()).help(metric.description());
  }

  private static Labels labels(Map<String, String> attributes) {
    return Labels.of(
        attributes.keySet().toArray(String[]::new), attributes.values().toArray(String[]::new));
  }
}
