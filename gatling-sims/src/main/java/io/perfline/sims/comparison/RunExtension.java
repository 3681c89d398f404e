package io.perfline.sims.comparison;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.sims.paired.FurtherPairs;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A further round of paired cases, which is added to an earlier run. */
public record RunExtension(Path folder, Run before) {

  /**
   * Reads the run in a folder.
   *
   * @throws Fault exit code 3 if it can't be read
   */
  public static RunExtension of(Path folder) {
    return new RunExtension(folder, RunFile.read(folder));
  }

  /** Returns the number of deployments in which a case was measured before. */
  int deployments(String name) {
    return before.cases().stream()
        .filter(result -> result.name().equals(name))
        .mapToInt(FurtherPairs::deployments)
        .max()
        .orElse(0);
  }

  /**
   * Returns the run with the pairs of {@code more} after its own.
   *
   * @throws Fault exit code 2 if another commit, machine or setting was measured
   */
  public Run sum(Run more) {
    if (!before.commit().equals(more.commit())
        || !before.environment().fingerprint().equals(more.environment().fingerprint())) {
      throw Fault.configuration(
          "%s measured commit %s on machine %s, now it is %s on %s: measure again"
              .formatted(
                  folder,
                  before.commit(),
                  before.environment().fingerprint(),
                  more.commit(),
                  more.environment().fingerprint()));
    }
    if (isOther(before.baseline(), more.baseline())) {
      throw Fault.configuration(
          "%s compared other builds, so no pairs can be added to it: measure again"
              .formatted(folder));
    }
    return new Run(
        Run.SCHEMA,
        before.run(),
        before.build(),
        before.branch(),
        before.commit(),
        before.deployedCommit() == null ? more.deployedCommit() : before.deployedCommit(),
        before.profile(),
        before.environment(),
        before.started(),
        more.ended(),
        before.catalogue(),
        cases(more.cases()),
        before.shard(),
        before.baseline() == null ? more.baseline() : before.baseline());
  }

  /**
   * Returns whether a comparison is known to be of other builds: with another baseline, or with
   * other uncommitted changes. Builds of one commit may have different digests.
   */
  private boolean isOther(RunBaseline one, RunBaseline other) {
    if (one == null || other == null) {
      return false;
    }
    boolean otherBaseline =
        !Objects.equals(one.commit(), other.commit())
            || (one.commit() == null && !Objects.equals(one.name(), other.name()));
    boolean uncommitted = !before.commit().matches("[0-9a-f]{40}");
    return otherBaseline
        || (uncommitted
            && one.digests() != null
            && other.digests() != null
            && !one.digests().equals(other.digests()));
  }

  private List<CaseResult> cases(List<CaseResult> more) {
    Map<List<String>, CaseResult> all = new LinkedHashMap<>();
    try {
      Stream.concat(before.cases().stream(), more.stream())
          .forEach(
              result ->
                  all.merge(List.of(result.name(), result.target()), result, FurtherPairs::of));
    } catch (IllegalArgumentException e) {
      throw new Fault(Fault.CONFIGURATION, e.getMessage() + ": measure again", e);
    }
    return List.copyOf(all.values());
  }
}
