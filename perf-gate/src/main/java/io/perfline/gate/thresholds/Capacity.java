package io.perfline.gate.thresholds;

import io.perfline.gate.strict.Place;

/**
 * A limit on the largest number of users at which a goal is met, there and at every lower level.
 *
 * @param id unique in the file, among thresholds too
 * @param cases which cases
 * @param goal what must be met
 * @param pass the condition on the number of users
 * @param warn a laxer one; null when there is none
 * @param place where it stands
 */
public record Capacity(
    String id, Glob cases, Goal goal, Condition pass, Condition warn, Place place) {

  /**
   * What a level of users must meet.
   *
   * @param pages share of pages that must be there in time, 0 to 1
   * @param withinMs what in time means, in milliseconds
   * @param errors share of pages that may fail, 0 to 1
   * @param confidence how sure each share must be, 0 to 1
   */
  public record Goal(double pages, double withinMs, double errors, double confidence) {}
}
