package io.perfline.cli;

/** Builds commits and judges them beside the good one. */
public interface CommitJudge {

  /**
   * @return what it runs, as a text that is the same for the same classes, libraries and resources
   * @throws io.perfline.core.command.Fault when it doesn't build
   */
  String build(String commit) throws InterruptedException;

  /**
   * Measures a commit that was built beside the good one, until it is decided or may take no
   * longer.
   *
   * @param steps among how many judged steps the error is shared
   * @throws io.perfline.core.command.Fault exit code 3 when it was not validly measured
   */
  Judged judge(String commit, int steps) throws InterruptedException;

  /**
   * What came of it.
   *
   * @param outcome any but {@link StepOutcome#NOT_BUILT}
   * @param told the change with its interval
   */
  record Judged(StepOutcome outcome, String told) {}
}
