package io.perfline.gate.judge;

import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import java.util.Locale;

/**
 * A difference that may make the rules of this commit looser than those of its baseline.
 *
 * @param name the id of the threshold, the name of the case or the path of the setting
 * @param from the value at the baseline; {@link #NONE} if there was none
 * @param to the value now; {@link #NONE} if there is none
 */
public record RuleChange(Kind kind, String name, String from, String to) {

  public static final String NONE = "none";

  /** A kind of change. */
  public enum Kind {
    THRESHOLD,
    CASE,
    SETTING;

    /** Returns the word in the place of a metric in {@code verdict.json}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  JudgedLine line() {
    return JudgedLine.remark(
        kind == Kind.THRESHOLD ? name : "changes",
        kind == Kind.CASE ? name : "**",
        null,
        Limit.parse(kind.id(), kind == Kind.THRESHOLD ? to : "–", null),
        Finding.LOOSENED,
        new Reason.Loosened(this));
  }
}
