package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.thresholds.ValidRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the reasons why there can be no verdict on a run. */
final class RunValidity {

  static final String BY_DIGEST =
      "The service does not report its commit; the digest of its files identifies each build.";

  static final String UNKNOWN =
      "nothing shows which build was loaded: the service reports no commit, and no file of it is"
          + " known; name 'commit' or 'artifact' in perf.yml, or set 'deployed_commit: false'";

  /** The largest permitted difference between the clocks of the load generator and the gate. */
  private static final Duration CLOCKS = Duration.ofMinutes(5);

  private final Run run;
  private final List<String> problems = new ArrayList<>();

  private RunValidity(Run run) {
    this.run = run;
  }

  /** Returns the problems of a run; empty if there are none. */
  static List<String> problems(Run run, ValidRun rules, Instant now) {
    RunValidity validity = new RunValidity(run);
    validity.identity();
    validity.times(now);
    validity.cases();
    validity.run.cases().forEach(validity::comparison);
    if (rules.deployedCommit()) {
      validity.deployed();
    }
    return validity.problems;
  }

  private void identity() {
    need("run", run.run());
    need("build", run.build());
    need("branch", run.branch());
    need("profile", run.profile());
    if (run.shard() != null) {
      problems.add(
          "it is only shard %s of a load: put all of them together with 'perfline merge'"
              .formatted(run.shard()));
    }
    if (run.commit() == null || !run.commit().matches("[0-9a-f]{40}(-dirty)?")) {
      problems.add("the run's commit is '%s', which is not a commit id".formatted(run.commit()));
    }
    if (run.environment() == null) {
      problems.add("the run doesn't record where it was measured");
    } else {
      need("environment.name", run.environment().name());
      need("environment.fingerprint", run.environment().fingerprint());
    }
  }

  private void need(String key, String value) {
    if (value == null || value.isBlank()) {
      problems.add("the run doesn't record its " + key);
    }
  }

  private void times(Instant now) {
    if (run.started() == null || run.ended() == null) {
      problems.add("the run doesn't record when it was measured");
    } else if (run.ended().isBefore(run.started())) {
      problems.add("the run ended at %s, before it started".formatted(run.ended()));
    } else if (run.ended().isAfter(now.plus(CLOCKS))) {
      problems.add("the run ended at %s, but it is %s".formatted(run.ended(), now));
    }
  }

  private void cases() {
    if (run.catalogue().isEmpty()) {
      problems.add("the run's catalogue is empty: it doesn't list the cases");
    }
    if (run.catalogue().stream()
        .noneMatch(catalogueEntry -> catalogueEntry.profiles().contains(run.profile()))) {
      problems.add("no workload defines the run's profile '%s'".formatted(run.profile()));
    }
    Set<String> planned = new HashSet<>();
    for (CatalogueEntry catalogueEntry : run.catalogue()) {
      if (!planned.add(name(catalogueEntry.name(), catalogueEntry.target()))) {
        problems.add(
            "%s is planned twice".formatted(name(catalogueEntry.name(), catalogueEntry.target())));
      }
    }
    if (run.cases().isEmpty()) {
      problems.add("the run contains no case: nothing was measured");
    }
    Set<String> measured = new HashSet<>();
    for (CaseResult result : run.cases()) {
      String name = name(result.name(), result.target());
      if (!measured.add(name)) {
        problems.add("%s was measured twice".formatted(name));
      }
      if (!planned.contains(name)) {
        problems.add("%s was measured, but no workload defines it".formatted(name));
      }
    }
  }

  /** Checks whether the run's report on a comparison agrees with its digests of both builds. */
  private void comparison(CaseResult result) {
    RunBaseline baseline = run.baseline();
    RunBaseline.Digests digests = baseline == null ? null : baseline.digests();
    boolean equal = digests != null && digests.areEqual() && baseline.differs().isEmpty();
    if (result.unchanged() != null && !equal) {
      problems.add(
          "%s is reported as unchanged, but %s"
              .formatted(
                  result.name(),
                  digests == null
                      ? "the run doesn't record the digests of both builds"
                      : "by the digests that the run records, the builds differ"));
    }
    if (result.unchanged() != null && !result.pairs().isEmpty()) {
      problems.add(
          "%s is reported as unchanged, but it was measured in pairs".formatted(result.name()));
    }
    if (!result.pairs().isEmpty() && equal && !baseline.equalBuilds()) {
      problems.add(
          "%s was measured in pairs, but by the digests that the run records, both builds are equal"
              .formatted(result.name()));
    }
  }

  private void deployed() {
    Set<String> through =
        run.cases().stream()
            .filter(result -> !"direct".equals(result.target()))
            .map(CaseResult::name)
            .collect(Collectors.toSet());
    if (through.isEmpty()) {
      return;
    }
    if (run.deployedCommit() == null) {
      problems.add("the run doesn't record the commit from which the loaded service was built");
    } else if (run.deployedCommit().startsWith(Run.UNREACHABLE) && !isBroken()) {
      problems.add("not measured: " + run.deployedCommit().substring(Run.UNREACHABLE.length()));
    } else if (!isBroken()
        && run.reportsDeployedCommit()
        && !run.deployedCommit().equals(run.commit())) {
      problems.add(
          "the service under load reports commit %s, the run is of %s"
              .formatted(run.deployedCommit(), run.commit()));
    }
  }

  /** Returns true if the candidate never became ready, so that it could not report its commit. */
  private boolean isBroken() {
    return run.cases().stream()
        .map(CaseResult::serverEnd)
        .anyMatch(end -> end != null && end.neverReady() && end.isRegression());
  }

  static String name(String name, String target) {
    return name + " (" + target + ")";
  }

  /** Returns true if the digest of a file identifies the build instead of a commit. */
  static boolean byDigest(Run run) {
    return run.deployedCommit() != null && run.deployedCommit().startsWith(Run.DIGEST);
  }

  /** Returns true if perfline loaded a service without knowing its commit or its file. */
  static boolean unknownBuild(Run run) {
    return Run.UNTOLD.equals(run.deployedCommit())
        && run.cases().stream()
            .anyMatch(result -> result.origin() == null && !"direct".equals(result.target()));
  }
}
