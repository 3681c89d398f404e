package io.perfline.gate.thresholds;

import io.perfline.core.run.PageGoal;
import io.perfline.core.yaml.SourcePosition;

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
    String id, Glob cases, PageGoal goal, Condition pass, Condition warn, SourcePosition place) {}
