package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a line came out as it did, for programs; the line's reason says the same in words. */
public enum Finding {
  /** Within {@code pass}. */
  WITHIN_PASS(Outcome.PASS),
  /** Within {@code pass}, but confirmed to be worse than the baseline. */
  WORSE_WITHIN_PASS(Outcome.PASS),
  /**
   * Not compared, because there is nothing to compare: both builds are the same. Counts as kept.
   */
  UNCHANGED(Outcome.PASS),
  /** Beyond {@code pass}, within {@code warn}. */
  WITHIN_WARN(Outcome.WARN),
  /** Beyond every limit. */
  BROKEN(Outcome.FAIL),
  /** Beyond the limit, let through by a waiver that holds. */
  WAIVED(Outcome.WARN),
  /** The interval holds the limit: neither kept nor broken for sure. */
  UNDECIDED(Outcome.WARN),
  /**
   * Beyond every limit by itself, but not for as sure as one line of many has to be: too little was
   * measured to call the build broken, and too much speaks against it to let it through.
   */
  LIKELY_BROKEN(Outcome.INVALID),
  /** Fewer pairs than could decide any limit, whatever they had shown. */
  TOO_FEW_PAIRS(Outcome.INVALID),
  /** Something that the commit changed is no part of the comparison. */
  NOT_COMPARED(Outcome.WARN),
  /** The commit made a limit, case or setting that judges it looser, which isn't accepted. */
  LOOSENED(Outcome.WARN),
  /** Nothing, or too little history, to compare with. */
  NOT_TESTED(Outcome.WARN),
  /** So many requests failed that what the others took says nothing. */
  REQUESTS_FAILED(Outcome.INVALID),
  /** What the threshold needs was not, or not validly, measured. */
  NOT_MEASURED(Outcome.INVALID),
  /** Another profile measures this case. */
  OTHER_PROFILE(Outcome.NOT_IN_PROFILE);

  private final Outcome outcome;

  Finding(Outcome outcome) {
    this.outcome = outcome;
  }

  /** What it comes to. */
  public Outcome outcome() {
    return outcome;
  }

  /** Whether measuring for longer may decide it. */
  public boolean open() {
    return this == UNDECIDED || this == LIKELY_BROKEN || this == TOO_FEW_PAIRS;
  }

  /** As written in {@code verdict.json}: {@code within_pass}, … */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
