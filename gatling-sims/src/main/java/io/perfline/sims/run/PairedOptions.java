package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.run.BaselineFile;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.comparison.SlowedComparison;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of {@code ./perfline run} for paired cases. */
final class PairedOptions {

  @Option(
      names = "--baseline-war",
      paramLabel = "WAR",
      description = "Release to measure the paired cases against; without it they are left out.")
  private Path baselineWar;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "The file that perfline baseline wrote. It decides whether the paired cases are measured"
              + " against its build, left out, or unchanged without any load.")
  private Path baselineFile;

  @Option(
      names = "--candidate-war",
      paramLabel = "WAR",
      hidden = true,
      description = "The candidate of the paired cases; default: the WAR of perf.yml.")
  private Path candidateWar;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the slices' order and of random arrivals; default random; run.json"
              + " records it.")
  private Long seed;

  @Option(
      names = "--why",
      negatable = true,
      description =
          "Records both builds with JFR after the measurement, to find the methods that"
              + " got slower, for every comparison; default: only for failed ones. --no-why:"
              + " never.")
  private Boolean why;

  @Option(
      names = "--why-pid",
      paramLabel = "PID",
      split = ",",
      description =
          "JVMs of this machine in which the compared service runs, if perfline did not"
              + " start it.")
  private List<Long> whyPids = List.of();

  @Option(
      names = "--measure",
      description = "Also measures builds that are equal; the verdict labels such a run A/A.")
  private boolean measure;

  /**
   * Returns the requested comparison.
   *
   * @throws Fault exit code 2 if the options name two baselines, or one that cannot be read
   */
  BaselineComparison comparison() {
    if (baselineFile != null && baselineWar != null) {
      throw Fault.configuration(
          "--baseline and --baseline-war are mutually exclusive, since --baseline FILE"
              + " names a WAR");
    }
    BaselineFile baseline = baselineWar == null ? null : BaselineComparison.war(baselineWar);
    return new BaselineComparison(
        baselineFile == null ? baseline : BaselineFile.read(baselineFile),
        candidateWar,
        null,
        measure,
        why,
        whyPids,
        seed,
        SlowedComparison.NONE);
  }
}
