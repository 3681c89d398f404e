package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.judge.Obstacle.Kind;
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

  /** The largest permitted difference between the clocks of the load generator and the gate. */
  private static final Duration CLOCKS = Duration.ofMinutes(5);

  private final Run run;
  private final List<Obstacle> problems = new ArrayList<>();

  private RunValidity(Run run) {
    this.run = run;
  }

  /** Returns the problems of a run; empty if there are none. */
  static List<Obstacle> problems(Run run, ValidRun rules, Instant now) {
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
      add(Kind.SHARD, run.shard());
    }
    if (run.commit() == null || !run.commit().matches("[0-9a-f]{40}(-dirty)?")) {
      add(Kind.NO_COMMIT_ID, run.commit());
    }
    if (run.environment() == null) {
      add(Kind.NO_ENVIRONMENT);
    } else {
      need("environment.name", run.environment().name());
      need("environment.fingerprint", run.environment().fingerprint());
    }
  }

  private void add(Kind kind, Object... figures) {
    problems.add(Obstacle.of(kind, figures));
  }

  private void need(String key, String value) {
    if (value == null || value.isBlank()) {
      add(Kind.NOT_RECORDED, key);
    }
  }

  private void times(Instant now) {
    if (run.started() == null || run.ended() == null) {
      add(Kind.NO_TIMES_OF_RUN);
    } else if (run.ended().isBefore(run.started())) {
      add(Kind.RUN_ENDS_BEFORE_START, run.ended());
    } else if (run.ended().isAfter(now.plus(CLOCKS))) {
      add(Kind.RUN_IN_THE_FUTURE, run.ended(), now);
    }
  }

  private void cases() {
    if (run.catalogue().isEmpty()) {
      add(Kind.NO_CATALOGUE);
    }
    if (run.catalogue().stream()
        .noneMatch(catalogueEntry -> catalogueEntry.profiles().contains(run.profile()))) {
      add(Kind.UNKNOWN_PROFILE, run.profile());
    }
    Set<String> planned = new HashSet<>();
    for (CatalogueEntry catalogueEntry : run.catalogue()) {
      if (!planned.add(name(catalogueEntry.name(), catalogueEntry.target()))) {
        add(Kind.PLANNED_TWICE, name(catalogueEntry.name(), catalogueEntry.target()));
      }
    }
    if (run.cases().isEmpty()) {
      add(Kind.NO_CASES);
    }
    Set<String> measured = new HashSet<>();
    for (CaseResult result : run.cases()) {
      String name = name(result.name(), result.target());
      if (!measured.add(name)) {
        add(Kind.MEASURED_TWICE, name);
      }
      if (!planned.contains(name)) {
        add(Kind.NOT_PLANNED, name);
      }
    }
  }

  /** Checks whether the run's report on a comparison agrees with its digests of both builds. */
  private void comparison(CaseResult result) {
    RunBaseline baseline = run.baseline();
    RunBaseline.Digests digests = baseline == null ? null : baseline.digests();
    boolean equal = digests != null && digests.areEqual() && baseline.differs().isEmpty();
    if (result.unchanged() != null && !equal) {
      add(
          digests == null ? Kind.UNCHANGED_WITHOUT_DIGESTS : Kind.UNCHANGED_BUT_DIFFERENT,
          result.name());
    }
    if (result.unchanged() != null && !result.pairs().isEmpty()) {
      add(Kind.UNCHANGED_BUT_MEASURED, result.name());
    }
    if (!result.pairs().isEmpty() && equal && !baseline.equalBuilds()) {
      add(Kind.EQUAL_BUT_MEASURED, result.name());
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
      add(Kind.NO_DEPLOYED_COMMIT);
    } else if (run.deployedCommit().startsWith(Run.UNREACHABLE) && !wasNeverReady()) {
      add(Kind.UNREACHABLE, run.deployedCommit().substring(Run.UNREACHABLE.length()));
    } else if (!wasNeverReady()
        && run.reportsDeployedCommit()
        && !run.deployedCommit().equals(run.commit())) {
      add(Kind.OTHER_COMMIT, run.deployedCommit(), run.commit());
    }
  }

  /** Returns true if the candidate never became ready, so that it could not report its commit. */
  private boolean wasNeverReady() {
    return run.cases().stream()
        .map(CaseResult::serverEnd)
        .anyMatch(end -> end != null && end.neverReady() && end.isRegression());
  }

  static String name(String name, String target) {
    return name + " (" + target + ")";
  }

  /** Returns true if perfline loaded a service without knowing its commit or its file. */
  static boolean unknownBuild(Run run) {
    return Run.UNTOLD.equals(run.deployedCommit())
        && run.cases().stream()
            .anyMatch(result -> result.origin() == null && !"direct".equals(result.target()));
  }
}
