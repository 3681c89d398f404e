package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
import io.perfline.core.run.Run;
import io.perfline.sims.paired.PairedSum;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A further round of paired cases: what it measures is added to a run that is there.
 *
 * @param folder the run's
 * @param before the run as it was
 */
record Addition(Path folder, Run before) {

  /** How many deployments of a case were measured before. */
  int deployments(String name) {
    return before.cases().stream()
        .filter(one -> one.name().equals(name))
        .mapToInt(PairedSum::deployments)
        .max()
        .orElse(0);
  }

  /**
   * The run with the pairs of {@code more} behind its own.
   *
   * @throws Fault exit code 2 when another commit, machine or setting was measured
   */
  Run sum(Run more) {
    if (!before.commit().equals(more.commit())
        || !before.environment().fingerprint().equals(more.environment().fingerprint())) {
      throw Fault.configuration(
          "%s measured commit %s on machine %s, now it is %s on %s: measure anew"
              .formatted(
                  folder,
                  before.commit(),
                  before.environment().fingerprint(),
                  more.commit(),
                  more.environment().fingerprint()));
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

  private List<Case> cases(List<Case> more) {
    List<Case> all = new ArrayList<>();
    before.cases().forEach(old -> all.add(sum(old, more)));
    more.stream()
        .filter(one -> before.cases().stream().noneMatch(old -> same(old, one)))
        .forEach(all::add);
    return all;
  }

  private Case sum(Case old, List<Case> more) {
    try {
      return more.stream()
          .filter(one -> same(old, one))
          .findFirst()
          .map(one -> PairedSum.of(old, one))
          .orElse(old);
    } catch (IllegalArgumentException e) {
      throw new Fault(Fault.CONFIGURATION, e.getMessage() + ": measure anew", e);
    }
  }

  private static boolean same(Case one, Case other) {
    return one.name().equals(other.name()) && one.target().equals(other.target());
  }
}
