package io.perfline.gate;

import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;

/**
 * The run that {@link GateStage} is to judge.
 *
 * @param run its folder
 * @param thresholds the file with the limits
 * @param history names the earlier runs to compare with; null for none
 * @param explained the id of a threshold whose lines are explained too; null for none
 * @param before an earlier verdict on the run, with fewer pairs; null for none
 * @param only the simulations or cases that were to be measured; empty for all of the profile
 * @param shown the form of the output
 */
public record GateRequest(
    Path run,
    Path thresholds,
    HistoryOption history,
    String explained,
    Verdict before,
    List<String> only,
    Shown shown) {

  /** The part of a verdict that is printed. */
  public enum Shown {
    /** Nothing: the caller prints it later. */
    NOTHING,
    /** Its word and summary. */
    SENTENCE,
    /** A few lines: what is exceeded, warns, or could not be judged. */
    SUMMARY,
    /** A table of every limit. */
    TABLE,
    /** {@code verdict.json}. */
    JSON
  }

  /** Judges a run for the first time. */
  public GateRequest(Path run, Path thresholds, HistoryOption history) {
    this(run, thresholds, history, null, null, List.of(), Shown.SUMMARY);
  }

  /** Judges it again, to show how the intervals changed. */
  public GateRequest after(Verdict earlier) {
    return new GateRequest(run, thresholds, history, explained, earlier, only, shown);
  }

  /** Judges only some cases of the run. */
  public GateRequest of(List<String> cases) {
    return new GateRequest(run, thresholds, history, explained, before, cases, shown);
  }

  /** Prints something else. */
  public GateRequest showing(Shown what) {
    return new GateRequest(run, thresholds, history, explained, before, only, what);
  }
}
