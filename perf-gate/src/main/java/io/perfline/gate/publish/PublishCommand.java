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

/** {@code ./perf publish}: writes a run and its verdict, if any, into the history. */
@CommandLine.Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a run and its verdict, if any, to the history: InfluxDB or files.",
      "All time stamps come from the run: publishing it again changes nothing."
    })
public final class PublishCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path folder;

  @CommandLine.Mixin private HistoryOption history;

  @Override
  public Integer call() {
    RunWithSeconds measured = RunWithSeconds.read(folder);
    Run run = measured.run();
    Optional<Verdict> verdict = VerdictFile.readIfThere(folder);
    Optional<HistoryFolder> files = history.files();
    if (files.isPresent()) {
      write(measured, verdict, files.get());
      return 0;
    }
    InfluxDb influxDb = history.influxDb();
    try (Database database = Database.at(influxDb, Retry.patient())) {
      Publishing.Counts counts =
          new Publishing(database, Clock.systemUTC())
              .publish(run, measured.seconds(), parts(run), verdict);
      spec.commandLine()
          .getOut()
          .printf(
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
          "%s%nNothing is lost: the run stays in %s, and './perf publish %s' does this again."
              .formatted(e.getMessage(), folder, folder),
          e);
    }
    return 0;
  }

  private void write(RunWithSeconds measured, Optional<Verdict> verdict, HistoryFolder files) {
    Run run = measured.run();
    try {
      files.write(run.run(), Publishing.forGood(run, measured.seconds(), verdict));
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot publish run %s to %s: %s".formatted(run.run(), files, e.getMessage()), e);
    }
    spec.commandLine()
        .getOut()
        .printf("published run %s to %s: %d cases%n", run.run(), files, run.cases().size());
  }

  private Map<CaseResult, Map<String, List<Second>>> parts(Run run) {
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
        : " (%s more are older than %s days and not kept)"
            .formatted(
                Integer.toString(counts.expired()), Integer.toString(InfluxSchema.INTERVALS_DAYS));
  }
}
