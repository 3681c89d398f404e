package io.perfline.gate.history;

import io.perfline.core.file.Sha256;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.judge.DecidableLimit;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.List;

/**
 * The verdict on a commit, as later commits need it.
 *
 * @param commit the commit, 40 hexadecimal digits
 * @param environment the name of the environment in which it was measured
 * @param run the id of the run that measured it
 * @param build the CI server's number of the build that judged it
 * @param summary the verdict in one sentence
 * @param letThrough true if later commits may be compared with this one
 * @param measured an identifier of how the commit was measured; a later commit with an equal value
 *     would be measured in the same way
 */
public record CommitVerdict(
    String commit,
    String branch,
    String environment,
    String profile,
    String run,
    String build,
    Instant judged,
    Outcome outcome,
    String summary,
    boolean letThrough,
    String measured) {

  public static CommitVerdict of(Run run, Verdict verdict, String measured) {
    return new CommitVerdict(
        run.commit(),
        run.branch(),
        run.environment().name(),
        run.profile(),
        run.run(),
        run.build(),
        verdict.judged(),
        verdict.outcome(),
        verdict.summary(),
        letsThrough(run, verdict),
        measured);
  }

  /**
   * Returns true if the commit passed on its own: without a waiver, compared with a baseline, in
   * its whole profile, and with a decision on each comparing limit that this machine can decide. So
   * small changes, none of which is decided, add up until one is. A commit with a warning for
   * another reason, such as a looser limit, was found not to be slower, so such a change warns
   * once.
   */
  private static boolean letsThrough(Run run, Verdict verdict) {
    boolean compared = run.baseline() != null && run.baseline().problem() == null;
    return compared
        && verdict.profile().equals(run.profile())
        && (verdict.outcome() == Outcome.PASS
            || (verdict.outcome() == Outcome.WARN
                && verdict.lines(Finding.WAIVED).isEmpty()
                && verdict.lines().stream().noneMatch(line -> isOpen(run, line))));
  }

  /** Returns whether a line was left undecided although this machine can decide its limit. */
  private static boolean isOpen(Run run, Line line) {
    return line.finding().open() && line.comparesPairs() && !DecidableLimit.isTooStrict(run, line);
  }

  static CommitVerdict of(InfluxRow row) {
    return new CommitVerdict(
        row.text(Column.COMMIT),
        row.text(Column.BRANCH),
        row.text(Column.ENVIRONMENT),
        row.text(Column.PROFILE),
        row.text(Column.RUN),
        row.text(Column.BUILD),
        row.time(),
        Outcome.valueOf(row.text(Column.VERDICT)),
        row.text(Column.TEXT),
        row.truth(Column.LET_THROUGH),
        row.text(Column.MEASURED));
  }

  String point() {
    return SchemaPoint.of(InfluxSchema.PERF_COMMIT, judged)
        .tag(Column.BRANCH, branch)
        .tag(Column.ENVIRONMENT, environment)
        .tag(Column.PROFILE, profile)
        .field(Column.COMMIT, commit)
        .field(Column.RUN, run)
        .field(Column.BUILD, build)
        .field(Column.VERDICT, outcome.id())
        .field(Column.TEXT, summary)
        .field(Column.LET_THROUGH, letThrough)
        .field(Column.MEASURED, measured)
        .line();
  }

  /**
   * Returns what this verdict has in common with the verdicts that it replaces: environment and
   * profile, and what it means for later commits.
   */
  List<String> kind() {
    return List.of(environment, profile, meaning());
  }

  private String meaning() {
    if (outcome == Outcome.FAIL) {
      return "failed";
    }
    return letThrough ? "let through" : "neither";
  }

  /** Returns a name for files, which no verdict of another kind has. */
  String name() {
    return commit + "-" + Sha256.of(String.join("\n", kind())).substring(0, 8);
  }

  /**
   * Returns whether this verdict revokes an earlier failure of the commit. Only a verdict in the
   * same environment and profile does so, because others may measure less.
   */
  boolean revokes(CommitVerdict failure) {
    return letThrough
        && environment.equals(failure.environment)
        && profile.equals(failure.profile)
        && judged.isAfter(failure.judged);
  }

  /** Returns false for uncommitted changes, which no later commit is compared with. */
  boolean isOfCommit() {
    return commit.matches("[0-9a-f]{40}") && !commit.matches("0+");
  }
}
