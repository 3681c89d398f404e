package io.perfline.gate.compare;

/**
 * A change as a share of what was before: 0 for none, 1 for twice as much.
 *
 * @param value the change
 * @param low lower end of its interval; NaN when there is none
 * @param high upper end of its interval; NaN when there is none
 */
public record CaseChange(double value, double low, double high) {

  /** A change of which only the two figures are known. */
  static CaseChange alone(double now, double before) {
    return new CaseChange(now / before - 1, Double.NaN, Double.NaN);
  }

  public boolean hasInterval() {
    return Double.isFinite(low) && Double.isFinite(high);
  }
}
