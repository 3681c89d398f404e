package io.perfline.gate;

import io.perfline.deploy.command.Fault;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf gate}: judges a run. */
@CommandLine.Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = "Judges a run by thresholds.yml.")
final class GateCommand implements Callable<Integer> {

  @CommandLine.Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path folder;

  @Override
  public Integer call() {
    throw Fault.noVerdict("cannot judge " + folder + " yet");
  }
}
