package io.perfline.gate.history;

import io.perfline.core.yaml.RecordCopy;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import java.util.List;

/**
 * The status of a case: its newest run compared with the usual level, in the metric with the worst
 * status.
 *
 * @param target the target of the load, such as {@code direct}
 * @param metric the metric of the other components
 * @param newest the newest valid run; the newest run if none is valid
 * @param value the value of {@code newest}, in the metric's own unit; NaN if no run is valid
 * @param recent the values of the newest runs, oldest first, ending with {@code value}
 * @param usual the median of the runs to compare with; NaN if there are too few
 * @param change the change from {@code usual}, as a log ratio; null if there are too few runs, and
 *     for a change from 0, which has no ratio
 * @param state the assessment of the change
 * @param freshness the age of the newest valid run
 * @param since the first run of the changed level; null without a change
 * @param afterCommit the last commit before the change; empty without a change
 * @param upToCommit the last commit that can have caused the change; empty without a change
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
    Freshness freshness,
    Shift.First since,
    String afterCommit,
    String upToCommit) {

  public CaseStatus {
    recent = List.copyOf(recent);
  }

  /**
   * Returns this status with the given freshness. A stale case counts neither as usual nor as
   * better, but a change for the worse remains one.
   */
  public CaseStatus with(Freshness fresh) {
    boolean worse = state == State.WORSE || state == State.KNOWN;
    return RecordCopy.of(
        this, "state", fresh.stale() && !worse ? State.STALE : state, "freshness", fresh);
  }

  /** The states in ascending order of importance. */
  public enum State {
    AS_USUAL("as usual"),
    BETTER("better"),
    TOO_FEW_RUNS("too few runs"),
    KNOWN("worse, known"),
    /** The newest commit has no valid measurement, and the level before was not worse. */
    STALE("stale"),
    WORSE("worse");

    private final String text;

    State(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    /** Returns true if somebody should look at the case. */
    public boolean noteworthy() {
      return this != AS_USUAL && this != TOO_FEW_RUNS;
    }
  }
}
