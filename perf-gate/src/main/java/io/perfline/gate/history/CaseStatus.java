package io.perfline.gate.history;

import io.perfline.gate.judge.PastCase;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.thresholds.Metric;
import java.util.List;

/**
 * The status of a case: its newest run compared with the usual level, in the metric with the worst
 * status.
 *
 * @param caseName the case
 * @param target what was loaded, as in {@code direct}
 * @param metric the metric of the other components
 * @param newest the newest run
 * @param value its value, in the metric's own unit
 * @param recent values of the newest runs, oldest first, {@code value} last
 * @param usual median of the runs to compare with; NaN if there are too few
 * @param change change against them, as a log ratio; null if there are too few
 * @param state the assessment of the change
 * @param afterCommit last commit before the change; empty without a change
 * @param upToCommit last commit that can have caused the change; empty without a change
 */
public record CaseStatus(
    String caseName,
    String target,
    Metric metric,
    PastCase newest,
    double value,
    List<Double> recent,
    double usual,
    Estimate change,
    State state,
    String afterCommit,
    String upToCommit) {

  public CaseStatus {
    recent = List.copyOf(recent);
  }

  /** The states, the least important first. */
  public enum State {
    AS_USUAL("as usual"),
    BETTER("better"),
    TOO_FEW_RUNS("too few runs"),
    KNOWN("worse, known"),
    WORSE("worse");

    private final String word;

    State(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }
}
