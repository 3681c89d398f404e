package io.perfline.gate;

import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.verdict.Verdict;
import java.nio.file.Path;

/**
 * The run that {@link GateStage} is to judge.
 *
 * @param run its folder
 * @param thresholds the file with the limits
 * @param history names the earlier runs to compare with; null for none
 * @param explained the id of a threshold whose lines are explained too; null for none
 * @param before an earlier verdict on the run, with fewer pairs; null for none
 */
public record GateRequest(
    Path run, Path thresholds, HistoryOption history, String explained, Verdict before) {

  /** Judges a run for the first time. */
  public GateRequest(Path run, Path thresholds, HistoryOption history) {
    this(run, thresholds, history, null, null);
  }

  /** Judges it again, to show how the intervals changed. */
  public GateRequest after(Verdict earlier) {
    return new GateRequest(run, thresholds, history, explained, earlier);
  }
}
