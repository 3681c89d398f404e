package io.perfline.sims.comparison;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.StoppingRule;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.server.ApplicationPackages;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.service.BuiltService;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The comparison of a run with a baseline.
 *
 * @param baseline the baseline; null for none
 * @param candidateWar the WAR that is measured; null for that of the project
 * @param candidateFolder the built folder that is measured; null for the project's own
 * @param measure true if equal builds are measured too
 * @param why true to profile both builds of each comparison, false for none, null for failed ones
 * @param whyPids the JVMs to profile if perfline did not start the service
 * @param seed the seed of the slices' order and of random arrivals; null for a random one
 * @param slowed the slowdown of one of two equal builds
 */
public record BaselineComparison(
    BaselineFile baseline,
    Path candidateWar,
    Path candidateFolder,
    boolean measure,
    Boolean why,
    List<Long> whyPids,
    Long seed,
    SlowedComparison slowed) {

  /** Makes no comparison. */
  public static final BaselineComparison NONE = new BaselineComparison(null, false, null);

  /** Creates a comparison of the project as it is. */
  public BaselineComparison(BaselineFile baseline, boolean measure, Boolean why) {
    this(baseline, null, null, measure, why, List.of(), null, SlowedComparison.NONE);
  }

  /** Returns a comparison of a build with itself, slowed. */
  public BaselineComparison with(SlowedComparison other) {
    return new BaselineComparison(
        baseline, candidateWar, candidateFolder, measure, why, whyPids, seed, other);
  }

  /** Returns a comparison of the build in another folder. */
  public BaselineComparison of(Path folder, BaselineFile other, boolean profiled) {
    return new BaselineComparison(
        other, candidateWar, folder, measure, profiled, whyPids, seed, slowed);
  }

  /** Returns the baseline that the option {@code --baseline-war} names. */
  public static BaselineFile war(Path war) {
    return new BaselineFile(
        new RunBaseline(war.toString(), null, BaselineSource.GIVEN_WAR, null),
        war.toString(),
        null);
  }

  /**
   * Leaves out the paired cases if there is no baseline.
   *
   * @param named true if the user asked for these cases and no others
   * @param added true if the pairs are added to an earlier run
   * @throws Fault exit code 2 if no requested case is left
   */
  public List<CasePlan> possible(List<CasePlan> plans, boolean named, boolean added) {
    List<CasePlan> paired = plans.stream().filter(PairedKeys::isPaired).toList();
    List<CasePlan> others = plans.stream().filter(plan -> !PairedKeys.isPaired(plan)).toList();
    boolean loaded = war() != null || folder() != null;
    if (added) {
      if (!loaded || paired.isEmpty() || (named && !others.isEmpty())) {
        throw Fault.configuration(
            "--add-to adds pairs: it requires --baseline-war or --baseline, and only paired cases");
      }
      return paired;
    }
    if (loaded || unchanged().isPresent()) {
      return plans;
    }
    if (Boolean.TRUE.equals(why)) {
      throw Fault.configuration(
          "--why records a build and its baseline: it requires --baseline-war or --baseline");
    }
    if (named && others.isEmpty()) {
      throw Fault.configuration(
          "%s is measured against a release: name its WAR with --baseline-war"
              .formatted(paired.get(0).name()));
    }
    return others;
  }

  /** Returns the cases that need load; comparisons of equal builds need none. */
  public List<CasePlan> loaded(List<CasePlan> plans) {
    return unchanged().isEmpty()
        ? plans
        : plans.stream().filter(plan -> !PairedKeys.isPaired(plan)).toList();
  }

  /** Returns the baseline of the run; null for none. */
  public RunBaseline compared() {
    return baseline == null ? null : baseline.baseline();
  }

  /** Returns why the comparison needs no load; empty if it needs some. */
  public Optional<String> unchanged() {
    return Optional.ofNullable(baseline).map(BaselineFile::unchanged);
  }

  private Path folder() {
    return baseline == null || baseline.folder() == null ? null : Path.of(baseline.folder());
  }

  private Path war() {
    return baseline == null || baseline.war() == null ? null : Path.of(baseline.war());
  }

  /** Returns the built folder of the project that is measured. */
  public Path candidateFolder(Path home) {
    return candidateFolder == null ? home : candidateFolder;
  }

  public BuiltService candidate(Project project) {
    Path folder = candidateFolder(project.home());
    return new BuiltService(
        BuiltService.CANDIDATE,
        folder,
        candidateWar,
        project,
        candidateWar == null ? new Checkout(folder).commit("HEAD").orElse(null) : null,
        List.of());
  }

  /**
   * Returns the baseline's build; empty for none.
   *
   * @throws Fault exit code 3 if the perf.yml of its commit cannot be read
   */
  public Optional<BuiltService> baseline(Project project) {
    if (war() == null && folder() == null) {
      return Optional.empty();
    }
    boolean equalOnPurpose = measure || candidateWar != null || compared().comparesItself();
    try {
      return Optional.of(
          new BuiltService(
              "baseline",
              folder(),
              war(),
              describing(project),
              compared().commit(),
              equalOnPurpose && compared().differs().isEmpty() ? null : compared().differs()));
    } catch (Fault unreadable) {
      throw Fault.noVerdict(
          "cannot run the baseline by the service section of its own commit: "
              + unreadable.getMessage(),
          unreadable);
    }
  }

  /** Returns the project whose service section describes how the baseline runs. */
  private Project describing(Project project) {
    if (slowed.baseline() != null) {
      return slowed.baseline();
    }
    return baseline.project() == null
        ? project
        : project.withServiceOf(Path.of(baseline.project()));
  }

  /**
   * Returns the rule that ends the load when enough pairs are measured. With a candidate WAR, which
   * tests the gate itself, an exceeded limit ends only its own case.
   */
  public StoppingRule stoppingRule(StoppingRule limits) {
    return candidateWar == null ? limits : new EndOfEachCase(limits);
  }

  /** Ends each case on its own. */
  private record EndOfEachCase(StoppingRule limits) implements StoppingRule {
    @Override
    public boolean decided(CaseResult soFar) {
      return limits.exceedsLimit(soFar) || limits.decided(soFar);
    }

    @Override
    public List<String> undecided(CaseResult soFar) {
      return limits.undecided(soFar);
    }
  }

  /** Returns the profiling of both builds; with a candidate WAR, only if it was asked for. */
  Profiling profiling(Path run, PairedSides sides, Clock clock) {
    Boolean recorded = (why == null && candidateWar != null) ? Boolean.FALSE : why;
    return Boolean.FALSE.equals(recorded)
        ? Profiling.NONE
        : new Profiling(
            run,
            recorded == null ? Profiling.When.SLOWER : Profiling.When.ALWAYS,
            ApplicationPackages.of(sides.services().builds().archives()),
            () -> jvms(sides),
            clock);
  }

  private List<Long> jvms(PairedSides sides) {
    List<Long> jvms = whyPids.isEmpty() ? sides.services().pair().jvms() : whyPids;
    if (jvms.isEmpty()) {
      throw Fault.noVerdict(
          "the service runs elsewhere, where its methods, allocations and waits can't be seen; one"
              + " in a JVM of this machine can: --why-pid PID");
    }
    return jvms;
  }

  long order() {
    return seed == null ? ThreadLocalRandom.current().nextLong(1L << 32) : seed;
  }
}
