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

/** Writes runs and their verdicts to the history. */
public record PublishStage(PrintWriter out) {

  /**
   * Writes a run, and its verdict if there is one, to the history.
   *
   * @throws Fault exit code 3 if the history can't be written
   */
  public void publish(Path folder, HistoryOption history) {
    RunWithSeconds measured = RunWithSeconds.read(folder);
    Run run = measured.run();
    Optional<Verdict> verdict = VerdictFile.readIfThere(folder);
    Optional<HistoryFolder> files = history.files();
    if (files.isPresent()) {
      write(measured, verdict, files.get());
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
          "%s%nNothing is lost: the run stays in %s, and 'perf publish %s' does this again."
              .formatted(e.getMessage(), folder, folder),
          e);
    }
  }

  private void write(RunWithSeconds measured, Optional<Verdict> verdict, HistoryFolder files) {
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
