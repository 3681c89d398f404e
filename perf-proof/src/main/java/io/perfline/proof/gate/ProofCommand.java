package io.perfline.proof.gate;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev proof}: what the gate's statistics keep, on series whose truth is known. */
@CommandLine.Command(
    name = "proof",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the gate's false alarms and detections on simulated series.",
      "Needs no stack and no run; the real counterpart is ./perf-dev selftest."
    })
public final class ProofCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--builds",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Simulated builds of each kind (default: ${DEFAULT-VALUE}).")
  private int builds;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Makes it repeatable (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(ProofTable.of(builds, seed));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
