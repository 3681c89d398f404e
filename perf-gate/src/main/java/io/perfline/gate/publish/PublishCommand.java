package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.Second;
import io.perfline.core.run.WholeSeconds;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The command {@code ./perfline publish}, which writes a run, and its verdict if there is one, into
 * the history.
 */
@CommandLine.Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a run and its verdict, if any, to the history: InfluxDB or files.",
      "All time stamps come from the run: publishing it again changes nothing.",
      "With --to, writes metrics for OpenTelemetry or Prometheus instead.",
      "The metrics are listed in docs/metrics.md."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the run was published",
      "2:wrong usage or configuration",
      "3:the run could not be read or published"
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
    PrintWriter out = spec.commandLine().getOut();
    targets.forEach(target -> target.publish(folder, out));
    if (targets.isEmpty()) {
      publish(folder, history, out);
    }
    return 0;
  }

  /**
   * Writes a run, and its verdict if there is one, to the history.
   *
   * @throws Fault exit code 3 if the history can't be written
   */
  public static void publish(Path folder, HistoryOption history, PrintWriter out) {
    RunWithSeconds measured = RunWithSeconds.read(folder);
    Run run = measured.run();
    Optional<Verdict> verdict = VerdictFile.readIfPresent(folder);
    Optional<HistoryFolder> files = history.files();
    if (files.isPresent()) {
      write(measured, verdict, files.get(), out);
      return;
    }
    InfluxDb influxDb = history.influxDb();
    try (Database database = Database.at(influxDb, Retry.patient())) {
      Publishing.Counts counts =
          new Publishing(database, Clock.systemUTC())
              .publish(run, measured.seconds(), parts(folder, run), verdict);
      out.printf(
          Locale.ROOT,
          "published run %s to %s, database %s: %d cases, %d seconds%s, %d verdicts, %d"
              + " events%n",
          run.run(),
          influxDb.url(),
          influxDb.database(),
          counts.cases(),
          counts.intervals(),
          expired(counts),
          counts.verdicts(),
          counts.events());
    } catch (Fault e) {
      throw new Fault(
          e.exitCode(),
          "%s%nNothing is lost: the run stays in %s, and 'perfline publish %s' does this again."
              .formatted(e.getMessage(), folder, folder),
          e);
    }
  }

  private static void write(
      RunWithSeconds measured, Optional<Verdict> verdict, HistoryFolder files, PrintWriter out) {
    Run run = measured.run();
    try {
      files.write(run.run(), Publishing.forGood(run, measured.seconds(), verdict));
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot publish run %s to %s: %s".formatted(run.run(), files, e.getMessage()), e);
    }
    out.printf("published run %s to %s: %d cases%n", run.run(), files, run.cases().size());
  }

  private static Map<CaseResult, Map<String, List<Second>>> parts(Path folder, Run run) {
    Map<CaseResult, Map<String, List<Second>>> parts = new LinkedHashMap<>();
    for (CaseResult result : run.cases()) {
      Map<String, List<Second>> whole = new TreeMap<>(RawMaterial.parts(folder, result));
      whole.replaceAll((part, seconds) -> WholeSeconds.of(seconds, result.end()));
      parts.put(result, whole);
    }
    return parts;
  }

  private static String expired(Publishing.Counts counts) {
    return counts.expired() == 0
        ? ""
        : " (%s more are older than %s days and are not stored)"
            .formatted(
                Integer.toString(counts.expired()), Integer.toString(InfluxSchema.INTERVALS_DAYS));
  }
}
