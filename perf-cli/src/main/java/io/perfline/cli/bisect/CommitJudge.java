package io.perfline.cli.bisect;

/** Builds commits and judges them against the good one. */
public interface CommitJudge {

  /**
   * Builds a commit.
   *
   * @return a text that identifies the build and how it runs
   * @throws UnusableCommit if it doesn't build or can't be run, so that another one is tried
   * @throws io.perfline.core.command.Fault exit code 3 if it is not available here
   */
  String build(String commit) throws InterruptedException;

  /**
   * Measures a built commit against the good one until it is decided or the maximum time has
   * passed.
   *
   * @param steps the number of judged steps that share the error budget
   * @throws io.perfline.core.command.Fault exit code 3 if the measurement is invalid
   */
  Judged judge(String commit, int steps) throws InterruptedException;

  /**
   * The result of a measurement.
   *
   * @param outcome any outcome except {@link StepOutcome#NOT_BUILT}
   * @param change the change with its confidence interval
   */
  record Judged(StepOutcome outcome, String change) {}
}
