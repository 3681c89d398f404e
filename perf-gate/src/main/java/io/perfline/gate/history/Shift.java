package io.perfline.gate.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.gate.judge.PastCase;
import java.time.Instant;
import java.util.Locale;

/**
 * A case's level changed for good, or until the next shift.
 *
 * @param caseName the case
 * @param target what it was aimed at, as in {@code direct}
 * @param fingerprint of the machine
 * @param metric as in {@code thresholds.yml}
 * @param before median of the level before it, in {@code unit}
 * @param after median of the level that began with it
 * @param unit the metric's own
 * @param changePercent from before to after
 * @param likeliest the first run of the new level, most likely
 * @param afterCommit the change is behind this commit: the last that surely had the old level
 * @param upToCommit and not behind this one: the first that surely has the new level
 * @param runs how many runs the new level has
 * @param state what to make of it
 * @param note which waiver knows it; empty when none does
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

  /** Where a level begins. */
  public record First(String run, String commit, Instant time) {
    static First of(PastCase past) {
      return new First(past.run(), past.commit(), past.time());
    }
  }

  /** What to make of a shift. */
  public enum State {
    /** For the worse, and nobody has acknowledged it. */
    NEW,
    /** For the worse, and a waiver knows it. */
    KNOWN,
    /** For the worse, and a later shift brought the old level back. */
    UNDONE,
    /** For the better. */
    BETTER;

    /** As written in JSON and for people. */
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
