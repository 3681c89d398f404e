package io.perfline.recorder.app;

import io.perfline.recorder.core.Ingress;
import io.perfline.recorder.core.QueueBudget;
import io.perfline.recorder.core.Recorder.IngressListener;
import io.perfline.recorder.core.Refusal;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The recorder's metrics, with the ingress and the store as labels. */
public final class RecorderMetrics {

  public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  private static final double NANOS_PER_SECOND = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Map<Ingress, IngressListener> listeners = new EnumMap<>(Ingress.class);

  /**
   * Registers all series, even those without a value yet, so that a missing counter indicates an
   * error.
   */
  public RecorderMetrics(String store, QueueBudget queue) {
    Counter messages =
        counter("recorder_messages", "Messages that the store has acknowledged.", "way", "store");
    Counter bytes = counter("recorder_bytes", "Bytes of data of these messages.", "way", "store");
    Counter errors =
        counter("recorder_errors", "Messages that were refused.", "way", "store", "kind");
    Histogram times =
        Histogram.builder()
            .name("recorder_response_seconds")
            .help("From taking a message to the store's acknowledgement.")
            .labelNames("way", "store")
            .classicOnly()
            .classicUpperBounds(
                0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
                2.5, 5)
            .withoutExemplars()
            .register(registry);
    gauge("recorder_queue_messages", "Messages in the queue.", queue::messages);
    gauge("recorder_queue_bytes", "Bytes of the messages in the queue.", queue::bytes);
    for (Ingress ingress : Ingress.values()) {
      String name = ingress.toString();
      Map<Refusal.Kind, CounterDataPoint> kinds = new EnumMap<>(Refusal.Kind.class);
      for (Refusal.Kind kind : Refusal.Kind.values()) {
        kinds.put(kind, errors.labelValues(name, store, kind.text()));
      }
      listeners.put(
          ingress,
          new Series(
              messages.labelValues(name, store),
              bytes.labelValues(name, store),
              kinds,
              times.labelValues(name, store)));
    }
  }

  public Map<Ingress, IngressListener> listeners() {
    return listeners;
  }

  /** Adds the gauge {@code recorder_ready}, which is 1 for each part that works and 0 otherwise. */
  public void ready(Supplier<Map<String, Boolean>> parts) {
    GaugeWithCallback.builder()
        .name("recorder_ready")
        .help("Whether a part works: the store, each entry point.")
        .labelNames("part")
        .callback(gauge -> parts.get().forEach((part, ready) -> gauge.call(ready ? 1 : 0, part)))
        .register(registry);
  }

  /** Writes all metrics in the Prometheus text format. */
  public void write(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.create().write(out, registry.scrape());
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private void gauge(String name, String help, LongSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(gauge -> gauge.call(value.getAsLong()))
        .register(registry);
  }

  private record Series(
      CounterDataPoint messages,
      CounterDataPoint bytes,
      Map<Refusal.Kind, CounterDataPoint> errors,
      DistributionDataPoint times)
      implements IngressListener {

    @Override
    public void stored(long dataBytes, long nanos) {
      messages.inc();
      bytes.inc(dataBytes);
      times.observe(nanos / NANOS_PER_SECOND);
    }

    @Override
    public void refused(Refusal refusal) {
      errors.get(refusal.kind()).inc();
    }
  }
}
