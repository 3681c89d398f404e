package io.perfline.gate.publish;

import io.perfline.gate.history.HistoryOption;
import java.nio.file.Path;
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
    new PublishStage(spec.commandLine().getOut()).publish(folder, history);
    return 0;
  }
}
