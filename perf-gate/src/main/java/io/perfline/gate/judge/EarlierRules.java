package io.perfline.gate.judge;

import io.perfline.core.run.Run;

/**
 * The rules of the commit that a run was compared with.
 *
 * @param rules the rules; null when there are none to compare with
 * @param note why there are none, where that is as it should be, such as for the file of a WAR;
 *     empty otherwise
 * @param warning why they could not be read; empty when they could, or when there are none
 */
public record EarlierRules(JudgingRules rules, String note, String warning) {

  /** The rules for a run that was compared with nothing. */
  public static final EarlierRules NONE = new EarlierRules(null, "", "");

  EarlierRules resolved(Run run) {
    return rules == null ? this : new EarlierRules(rules.resolved(run), note, warning);
  }
}
