package io.perfline.cli.baseline;

import io.perfline.core.project.ProfileOption;
import io.perfline.gate.history.CommitVerdict;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.verdict.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A commit and its ancestors with the verdicts on them.
 *
 * @param commits the newest first
 * @param profile the profile in which the candidate is measured
 */
record JudgedAncestors(List<String> commits, String profile, CommitVerdicts verdicts) {

  /** Returns the newest commit whose comparisons were decided and met in any profile. */
  Optional<String> newestGood() {
    return newest(commits, any -> true);
  }

  /** Returns the commit of the last nightly run whose comparisons were decided and met. */
  Optional<String> lastNight() {
    return newest(commits, JudgedAncestors::isNightly);
  }

  /**
   * Returns the commits that may be the baseline, the best one first; some more than once.
   *
   * @param isShallow whether commits are missing, so that an undecided one may follow a failure
   */
  Stream<String> possible(boolean isShallow) {
    List<String> unsuspected = unsuspected();
    Stream<String> nearest =
        unsuspected.stream().filter(commit -> !isShallow || verdicts.of(commit).isEmpty());
    return Stream.of(
            newest(commits, one -> isOn(profile, one)).stream(),
            newest(unsuspected, verdict -> true).stream(),
            isShallow ? Stream.<String>empty() : oldestMeasured(unsuspected).stream(),
            nearest)
        .flatMap(some -> some);
  }

  /**
   * Returns the commits, in the given order, that did not fail and follow no failure. A commit that
   * passed in the profile of the failure ends its effect on later commits.
   */
  private List<String> unsuspected() {
    Deque<String> unsuspected = new ArrayDeque<>();
    Set<String> failed = new HashSet<>();
    for (int i = commits.size() - 1; i >= 0; i--) {
      String commit = commits.get(i);
      verdicts.failures(commit).forEach(failure -> failed.add(failure.profile()));
      failed.removeIf(of -> verdicts.letThrough(commit, one -> isOn(of, one)).isPresent());
      if (failed.isEmpty()) {
        unsuspected.addFirst(commit);
      }
    }
    return List.copyOf(unsuspected);
  }

  /** Returns the newest commit that was let through by such a verdict. */
  private Optional<String> newest(List<String> ancestry, Predicate<CommitVerdict> by) {
    return ancestry.stream()
        .filter(commit -> verdicts.letThrough(commit, by).isPresent())
        .findFirst();
  }

  /** Returns the oldest commit that has a verdict. */
  private Optional<String> oldestMeasured(List<String> unsuspected) {
    return unsuspected.stream()
        .filter(
            commit ->
                verdicts
                    .of(commit)
                    .filter(verdict -> verdict.outcome() == Outcome.WARN)
                    .isPresent())
        .reduce((newer, older) -> older);
  }

  /** Returns whether a verdict is on everything that a profile measures. */
  private static boolean isOn(String other, CommitVerdict verdict) {
    return verdict.profile().equals(other) || isNightly(verdict);
  }

  private static boolean isNightly(CommitVerdict verdict) {
    return ProfileOption.NIGHTLY.equals(verdict.profile());
  }

  /** Returns the number of the CI server's build in which a commit passed or warned. */
  Optional<String> goodBuild(String commit) {
    return verdicts
        .letThrough(commit, verdict -> isOn(profile, verdict))
        .map(CommitVerdict::build)
        .filter(build -> build.matches("[0-9]+"));
  }
}
