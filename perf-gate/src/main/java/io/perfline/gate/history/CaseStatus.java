package io.perfline.gate.history;

import io.perfline.gate.judge.PastCase;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.thresholds.Metric;
import java.util.List;

/**
 * Where a case stands: its newest run beside what is usual for it, in the metric that says most.
 *
 * @param caseName the case
 * @param target what it was aimed at, as in {@code direct}
 * @param metric of which the rest tells
 * @param newest the run that is looked at
 * @param value what it measured, in the metric's own unit
 * @param recent what the newest runs measured, oldest first, {@code value} last
 * @param usual median of the runs that it is compared with; NaN when there are too few
 * @param change against them, as a log ratio; null when there are too few
 * @param state what to make of it
 * @param afterCommit the change is behind this commit; empty without one
 * @param upToCommit and not behind this one
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

  /** From what matters least to what is looked at first. */
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

    /** For people. */
    public String word() {
      return word;
    }
  }
}
