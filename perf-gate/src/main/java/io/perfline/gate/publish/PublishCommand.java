package io.perfline.gate.publish;

import io.perfline.gate.history.HistoryOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The command {@code ./perf publish}, which writes a run, and its verdict if there is one, into the
 * history.
 */
@CommandLine.Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a run and its verdict, if any, to the history: InfluxDB or files.",
      "All time stamps come from the run: publishing it again changes nothing.",
      "With --to, writes metrics for OpenTelemetry or Prometheus instead; docs/metrics.md lists"
          + " them."
    })
public final class PublishCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path folder;

  @CommandLine.Mixin private HistoryOption history;

  @CommandLine.Option(
      names = "--to",
      paramLabel = "TARGET",
      converter = MetricsTarget.Converter.class,
      description =
          "otlp=URL for OpenTelemetry over HTTP, prometheus=URL for Prometheus' remote write,"
              + " prometheus=FILE.prom for the textfile collector of its node exporter; may be"
              + " repeated.")
  private List<MetricsTarget> targets = List.of();

  @Override
  public Integer call() {
    if (!targets.isEmpty()) {
      targets.forEach(target -> target.publish(folder, spec.commandLine().getOut()));
      return 0;
    }
    new PublishStage(spec.commandLine().getOut()).publish(folder, history);
    return 0;
  }
}
