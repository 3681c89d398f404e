package io.perfline.gate;

import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;

/**
 * A run to be judged by {@link GateStage}.
 *
 * @param history the location of the earlier runs to compare with; null for none
 * @param explained the id of a threshold whose lines are also explained; null for none
 * @param before an earlier verdict on the run, with fewer pairs; null for none
 * @param only the simulations or cases that were to be measured; empty for all of the profile
 * @param shown the part of the verdict that is printed
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
    /** Nothing is printed now; the caller prints the verdict later. */
    NOTHING,
    /** The outcome and the summary. */
    SENTENCE,
    /** A few lines on everything that is exceeded, gives a warning, or could not be judged. */
    SUMMARY,
    /** A table with every limit. */
    TABLE,
    /** The content of {@code verdict.json}. */
    JSON
  }

  /** Creates a request to judge a run for the first time. */
  public GateRequest(Path run, Path thresholds, HistoryOption history) {
    this(run, thresholds, history, null, null, List.of(), Shown.SUMMARY);
  }

  /** Returns a request to judge the run again, and to show how the intervals changed. */
  public GateRequest after(Verdict earlier) {
    return new GateRequest(run, thresholds, history, explained, earlier, only, shown);
  }

  /** Returns a request to judge only some cases of the run. */
  public GateRequest of(List<String> cases) {
    return new GateRequest(run, thresholds, history, explained, before, cases, shown);
  }

  /** Returns a request to print another part of the verdict. */
  public GateRequest showing(Shown what) {
    return new GateRequest(run, thresholds, history, explained, before, only, what);
  }
}
