package io.perfline.gate.publish;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.RunFile;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The command {@code ./perf follow}, which {@code ./perf run --live} starts as a process of its own
 * during the load.
 */
@CommandLine.Command(
    name = "follow",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Publishes the seconds of a run while it is measured, until its run.json" + " exists.",
      "It only reads files. If InfluxDB is down it prints a warning and keeps" + " retrying.",
      "perf run --live and perf ci --live start it; perf publish adds whatever" + " it missed."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the run is complete, or the command that started this one has ended",
      "2:wrong usage or configuration",
      "3:the seconds of the run could not be read"
    })
public final class LiveCommand implements Callable<Integer> {

  /**
   * The pause between two writes. It is long, because InfluxDB confirms each write only after it is
   * on disk.
   */
  private static final long PAUSE_MILLIS = 5000;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(
      paramLabel = "RUN",
      description = "Folder of the run, which need not exist yet.")
  private Path folder;

  @CommandLine.Option(
      names = "--cases",
      required = true,
      paramLabel = "FILE",
      description = "The list of cases, as perf run --list --json FILE writes it.")
  private Path cases;

  @CommandLine.Option(
      names = "--ready",
      paramLabel = "FILE",
      description = "File that is written when everything is ready and the load may begin.")
  private Path ready;

  @CommandLine.Mixin private EnvironmentOption environment;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Optional<ProcessHandle> starter = ProcessHandle.current().parent();
    Retry once = Retry.never();
    try (Database database = Database.at(environment.load().influxdb(), once)) {
      LivePublisher publisher =
          new LivePublisher(
              folder,
              folder.toAbsolutePath().normalize().getFileName().toString(),
              CatalogueEntry.read(cases),
              database,
              Clock.systemUTC(),
              spec.commandLine().getErr()::println);
      publisher.connect();
      if (ready != null) {
        Files.writeString(ready, "");
      }
      boolean over = false;
      while (!over) {
        over = isOver(starter);
        publisher.publishNew();
        if (!over) {
          Thread.sleep(PAUSE_MILLIS);
        }
      }
      spec.commandLine()
          .getOut()
          .printf(
              Locale.ROOT,
              "live: published %d seconds while they were measured%n",
              publisher.written());
    }
    return 0;
  }

  /** Returns true if the run is complete, or the process that started this one has ended. */
  private boolean isOver(Optional<ProcessHandle> starter) {
    return Files.exists(folder.resolve(RunFile.NAME))
        || starter.filter(ProcessHandle::isAlive).isEmpty();
  }
}
