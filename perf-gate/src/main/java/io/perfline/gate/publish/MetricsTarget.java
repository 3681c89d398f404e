package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.verdict.VerdictFile;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;

/** A receiver of metrics, as {@code --to} names it. */
public final class MetricsTarget {

  /** The variable with headers for OTLP that OpenTelemetry's own exporters read. */
  static final String OTLP_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

  /** The variable with headers for Prometheus' remote write, in the same form. */
  static final String PROMETHEUS_HEADERS = "PERF_PROMETHEUS_HEADERS";

  /** Writes metrics somewhere. */
  interface Writer {
    /**
     * @throws Fault (exit code 3) if not all metrics were accepted
     */
    void write(RunMetrics metrics);
  }

  private final String text;
  private final Writer writer;

  private MetricsTarget(String text, Writer writer) {
    this.text = text;
    this.writer = writer;
  }

  /**
   * Reads {@code otlp=URL}, {@code prometheus=URL} or {@code prometheus=FILE}.
   *
   * @param variables of the process, with headers for authentication
   * @throws Fault (exit code 2) if it has another form
   */
  static MetricsTarget parse(String text, Map<String, String> variables) {
    int equals = text.indexOf('=');
    String kind = equals < 0 ? text : text.substring(0, equals);
    String where = text.substring(equals + 1);
    if (kind.equals("otlp") && isUrl(where)) {
      return new MetricsTarget(
          text, new OtlpExport(url(where), RequestHeaders.of(OTLP_HEADERS, variables)));
    }
    if (kind.equals("prometheus") && isUrl(where)) {
      return new MetricsTarget(
          text, new RemoteWrite(url(where), RequestHeaders.of(PROMETHEUS_HEADERS, variables)));
    }
    if (kind.equals("prometheus") && where.endsWith(PrometheusFile.ENDING)) {
      return new MetricsTarget(text, new PrometheusFile(Path.of(where)));
    }
    throw Fault.configuration(
        "cannot publish to '%s': write otlp=URL, prometheus=URL or prometheus=FILE%s, with a URL that begins with http:// or https://"
            .formatted(text, PrometheusFile.ENDING));
  }

  /**
   * Writes a run and its verdict, if any.
   *
   * @throws Fault (exit code 3) if not all metrics were accepted
   */
  public void publish(Path folder, PrintWriter out) {
    Run run = RunFile.read(folder);
    RunMetrics metrics = RunMetrics.of(run, VerdictFile.readIfThere(folder));
    try {
      writer.write(metrics);
    } catch (Fault e) {
      throw new Fault(
          e.exitCode(),
          "%s%nNothing is lost: the run stays in %s, and 'perf publish %s --to %s' does this again."
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

  /** Reads the option for picocli. */
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
}
