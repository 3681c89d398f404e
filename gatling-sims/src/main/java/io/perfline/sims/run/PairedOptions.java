package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.server.ApplicationPackages;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.service.BuildOfService;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** What {@code ./perf run} is told about paired cases. */
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
          "The file that ./perf baseline wrote: the paired cases are measured against"
              + " its build, or left out, or need no load.")
  private Path baselineFile;

  private BaselineFile baseline;

  @Option(
      names = "--candidate-war",
      paramLabel = "WAR",
      hidden = true,
      description = "The candidate of the paired cases; default: the WAR of perf.yml.")
  private Path candidateWar;

  @Option(
      names = "--candidate",
      paramLabel = "FOLDER",
      hidden = true,
      description = "The project's folder in the work tree of what is measured; default its own.")
  private Path candidateFolder;

  @Option(
      names = "--add-to",
      paramLabel = "RUN",
      description = "Adds pairs to the paired cases of this run, with its profile.")
  private Path addTo;

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
          "After the measurement, record both builds with JFR to find the methods that"
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
      description =
          "Measure builds that are equal as well. The verdict labels that an A/A measurement.")
  private boolean measure;

  private RunExtension addition;

  /** The run that pairs are to be added to; empty when a new one is measured. */
  Optional<RunExtension> addition() {
    if (addTo != null && addition == null) {
      addition = new RunExtension(addTo, RunFile.read(addTo));
    }
    return Optional.ofNullable(addition);
  }

  /**
   * The plans that can be measured: all, or those that aren't paired when there is no baseline.
   *
   * @param named whether the user asked for these and no others
   * @throws Fault exit code 2 when that leaves nothing of what was asked for
   */
  List<CasePlan> possible(List<CasePlan> plans, boolean named) {
    List<CasePlan> paired = plans.stream().filter(PairedOptions::isPaired).toList();
    List<CasePlan> others = plans.stream().filter(plan -> !isPaired(plan)).toList();
    if (addTo != null) {
      boolean compared = war() != null || folder() != null;
      if (!compared || paired.isEmpty() || (named && !others.isEmpty())) {
        throw Fault.configuration(
            "--add-to adds pairs: it takes --baseline-war or --baseline, and paired cases alone");
      }
      return paired;
    }
    if (Boolean.TRUE.equals(why) && war() == null && folder() == null && unchanged().isEmpty()) {
      throw Fault.configuration(
          "--why records a build and its baseline: it takes --baseline-war or --baseline");
    }
    if (war() != null || folder() != null || unchanged().isPresent()) {
      return plans;
    }
    if (named && others.isEmpty()) {
      throw Fault.configuration(
          "%s is measured against a release: name its WAR with --baseline-war"
              .formatted(paired.get(0).name()));
    }
    return others;
  }

  /** Returns true where equal builds may be compared: when asked, and to test the gate itself. */
  private boolean equalOnPurpose() {
    return measure || candidateWar != null;
  }

  /** What the run is compared with; null when nobody said. */
  RunBaseline compared() {
    return found()
        .map(BaselineFile::baseline)
        .orElseGet(
            () ->
                baselineWar == null
                    ? null
                    : new RunBaseline(
                        baselineWar.toString(), null, "the WAR that was given", null));
  }

  /** Why comparing needs no load; empty when it does. */
  Optional<String> unchanged() {
    return found().map(BaselineFile::unchanged);
  }

  /** The project's folder, built, to compare with; null when there is none. */
  private Path folder() {
    return found().map(BaselineFile::folder).map(Path::of).orElse(null);
  }

  /** The project's folder, built, that is measured. */
  Path candidateFolder(Path home) {
    return candidateFolder == null ? home : candidateFolder;
  }

  /** The WAR to compare with; null when there is none. */
  private Path war() {
    return found().map(BaselineFile::war).map(Path::of).orElse(baselineWar);
  }

  private Optional<BaselineFile> found() {
    if (baselineFile == null) {
      return Optional.empty();
    }
    if (baselineWar != null) {
      throw Fault.configuration(
          "--baseline and --baseline-war are mutually exclusive, since --baseline FILE"
              + " names a WAR");
    }
    if (baseline == null) {
      baseline = BaselineFile.read(baselineFile);
    }
    return Optional.of(baseline);
  }

  static boolean isPaired(CasePlan plan) {
    return plan.driver().equals(PairedKeys.DRIVER);
  }

  /**
   * When there are enough pairs. A candidate that was given proves the gate, each way in by itself:
   * what is broken in one ends that one, and none of the others.
   */
  io.perfline.core.run.StoppingRule judgement(io.perfline.core.run.StoppingRule limits) {
    return candidateWar == null ? limits : soFar -> limits.broken(soFar) || limits.decided(soFar);
  }

  /** What is measured. */
  BuildOfService candidate(Project project) {
    return new BuildOfService(
        "candidate",
        candidateFolder(project.home()),
        candidateWar,
        project,
        candidateWar == null
            ? new Checkout(candidateFolder(project.home())).commit("HEAD").orElse(null)
            : null,
        List.of());
  }

  /**
   * What it is compared with; empty when that is nothing.
   *
   * @throws Fault exit code 3 when the perf.yml of its commit can't be read
   */
  Optional<BuildOfService> baseline(Project project) {
    if (war() == null && folder() == null) {
      return Optional.empty();
    }
    Optional<Path> own = found().map(BaselineFile::project).map(Path::of);
    try {
      return Optional.of(
          new BuildOfService(
              "baseline",
              folder(),
              war(),
              own.map(project::withServiceOf).orElse(project),
              compared().commit(),
              equalOnPurpose() && compared().differs().isEmpty() ? null : compared().differs()));
    } catch (Fault unreadable) {
      throw Fault.noVerdict(
          "cannot run the baseline by the service section of its own commit: "
              + unreadable.getMessage(),
          unreadable);
    }
  }

  /** What looks into both builds. A candidate that was given is looked into only when asked. */
  Profiling profiling(Path run, PairedSides sides, Clock clock) {
    Profiling.When when =
        why == null
            ? candidateWar == null ? Profiling.When.SLOWER : Profiling.When.NEVER
            : why ? Profiling.When.ALWAYS : Profiling.When.NEVER;
    return when == Profiling.When.NEVER
        ? Profiling.NONE
        : new Profiling(
            run,
            when,
            ApplicationPackages.of(sides.services().builds().archives()),
            () -> jvms(sides),
            clock);
  }

  private List<Long> jvms(PairedSides sides) {
    List<Long> jvms = whyPids.isEmpty() ? sides.services().jvmsOfBoth() : whyPids;
    if (jvms.isEmpty()) {
      throw Fault.noVerdict(
          "the service runs elsewhere, where its methods, allocations and waits can't be seen; one"
              + " in a JVM of this machine can: --why-pid PID");
    }
    return jvms;
  }

  long seed() {
    if (seed == null) {
      seed = ThreadLocalRandom.current().nextLong(1L << 32);
    }
    return seed;
  }
}
