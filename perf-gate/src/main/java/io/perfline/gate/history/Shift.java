package io.perfline.gate.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.gate.judge.PastCase;
import java.time.Instant;
import java.util.Locale;

/**
 * A change of a case's level, which lasts until the next shift.
 *
 * @param target the target of the load, such as {@code direct}
 * @param metric the metric's name in {@code thresholds.yml}
 * @param before the median of the old level, in {@code unit}
 * @param after the median of the new level, in {@code unit}
 * @param unit the metric's own unit
 * @param changePercent the change from before to after, in percent; infinite from 0
 * @param likeliest the most likely first run of the new level
 * @param afterCommit the last commit that is confirmed to have the old level
 * @param upToCommit the first commit that is confirmed to have the new level
 * @param runs the number of runs with the new level
 * @param note the waiver for the shift; empty if there is none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Shift(
    @JsonProperty("case") String caseName,
    String target,
    String fingerprint,
    String metric,
    double before,
    double after,
    String unit,
    double changePercent,
    First likeliest,
    String afterCommit,
    String upToCommit,
    int runs,
    State state,
    String note) {

  /** The first run of a level. */
  public record First(String run, String commit, Instant time) {
    static First of(PastCase past) {
      return new First(past.run(), past.commit(), past.time());
    }
  }

  /** The assessment of a shift. */
  public enum State {
    /** Worse, without a waiver. */
    NEW,
    /** Worse, with a waiver. */
    KNOWN,
    /** Worse, but a later shift restored the old level. */
    UNDONE,
    BETTER;

    @JsonValue
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
