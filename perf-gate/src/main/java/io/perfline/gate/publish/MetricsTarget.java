package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.verdict.VerdictFile;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/**
 * A receiver of metrics.
 *
 * @param text the value of the option {@code --to}
 */
public record MetricsTarget(String text, Writer writer) {

  /** The variable with headers for OTLP, which OpenTelemetry's own exporters read, too. */
  static final String OTLP_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

  /**
   * The variable with headers for Prometheus' remote write, in the form of {@link #OTLP_HEADERS}.
   */
  static final String PROMETHEUS_HEADERS = "PERF_PROMETHEUS_HEADERS";

  /** Writes metrics to a receiver. */
  interface Writer {
    /**
     * Writes the metrics of a run.
     *
     * @throws Fault (exit code 3) if not all metrics were accepted
     */
    void write(RunMetrics metrics);
  }

  /**
   * Parses {@code otlp=URL}, {@code prometheus=URL} or {@code prometheus=FILE}.
   *
   * @param variables the environment variables of the process, which may contain headers for
   *     authentication
   * @throws Fault (exit code 2) if the text has another form
   */
  static MetricsTarget parse(String text, Map<String, String> variables) {
    int equals = text.indexOf('=');
    String kind = equals < 0 ? text : text.substring(0, equals);
    String where = text.substring(equals + 1);
    if (kind.equals("otlp") && isUrl(where)) {
      return new MetricsTarget(text, new OtlpExport(url(where), headers(OTLP_HEADERS, variables)));
    }
    if (kind.equals("prometheus") && isUrl(where)) {
      return new MetricsTarget(
          text, new RemoteWrite(url(where), headers(PROMETHEUS_HEADERS, variables)));
    }
    if (kind.equals("prometheus") && where.endsWith(PrometheusFile.ENDING)) {
      return new MetricsTarget(text, new PrometheusFile(Path.of(where)));
    }
    throw Fault.configuration(
        "cannot publish to '%s': write otlp=URL, prometheus=URL or prometheus=FILE%s, with a URL that begins with http:// or https://"
            .formatted(text, PrometheusFile.ENDING));
  }

  /**
   * Writes the metrics of a run, and of its verdict if there is one.
   *
   * @throws Fault (exit code 3) if not all metrics were accepted
   */
  public void publish(Path folder, PrintWriter out) {
    Run run = RunFile.read(folder);
    RunMetrics metrics = RunMetrics.of(run, VerdictFile.readIfPresent(folder));
    try {
      writer.write(metrics);
    } catch (Fault e) {
      throw new Fault(
          e.exitCode(),
          ("%s%nNothing is lost: the run stays in %s, and 'perfline publish %s --to %s' does this"
                  + " again.")
              .formatted(e.getMessage(), folder, folder, text),
          e);
    }
    out.printf(
        Locale.ROOT,
        "published run %s to %s: %d metrics%n",
        run.run(),
        text,
        metrics.values().size());
  }

  @Override
  public String toString() {
    return text;
  }

  private static boolean isUrl(String where) {
    return where.startsWith("http://") || where.startsWith("https://");
  }

  private static URI url(String where) {
    try {
      URI url = URI.create(where);
      if (url.getHost() != null && url.getUserInfo() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      throw Fault.configuration("cannot publish to '%s': %s".formatted(where, e.getMessage()));
    }
    throw Fault.configuration(
        "cannot publish to '%s': the URL needs a host, and no user or password; credentials go into %s or %s"
            .formatted(where, OTLP_HEADERS, PROMETHEUS_HEADERS));
  }

  /** Converts the value of the option {@code --to} for picocli. */
  public static final class Converter implements CommandLine.ITypeConverter<MetricsTarget> {
    @Override
    public MetricsTarget convert(String text) {
      try {
        return parse(text, System.getenv());
      } catch (Fault e) {
        throw new CommandLine.TypeConversionException(e.getMessage());
      }
    }
  }

  /**
   * Returns the HTTP headers in a variable, which has the form that OpenTelemetry specifies: {@code
   * name=value,name=value}, with URL-encoded values.
   */
  static Map<String, String> headers(String variable, Map<String, String> variables) {
    Map<String, String> headers = new TreeMap<>();
    for (String pair : variables.getOrDefault(variable, "").split(",", -1)) {
      if (pair.isBlank()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw Fault.configuration(
            variable + " is not a list of headers such as Authorization=Bearer%20TOKEN");
      }
      String name = pair.substring(0, equals).strip();
      headers.put(name, decoded(variable, name, pair.substring(equals + 1).strip()));
    }
    return headers;
  }

  /** Decodes the value of a header. No message contains it, because it may be a secret. */
  private static String decoded(String variable, String name, String value) {
    String text;
    try {
      text = URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8).strip();
    } catch (IllegalArgumentException e) {
      throw Fault.configuration(
          "%s: the value of %s is not URL-encoded: write %%25 for a per cent sign"
              .formatted(variable, name));
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw Fault.configuration(
          "%s: the value of %s contains a line break or another control character"
              .formatted(variable, name));
    }
    return text;
  }

  /**
   * Replaces a file for the textfile collector of Prometheus' node exporter. The collector rejects
   * time stamps, so the file contains none.
   */
  private record PrometheusFile(Path file) implements MetricsTarget.Writer {

    /** The ending of the files that the textfile collector reads. */
    static final String ENDING = ".prom";

    @Override
    public void write(RunMetrics metrics) {
      Map<ExportedMetric, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
      for (RunMetrics.Value value : metrics.values()) {
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
}
