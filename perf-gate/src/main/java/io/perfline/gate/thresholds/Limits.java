package io.perfline.gate.thresholds;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Quantity;
import io.perfline.gate.metric.Unit;
import java.util.ArrayList;
import java.util.List;

/** Finds limits of the wrong dimension, in the wrong direction, or that can't be exceeded. */
final class Limits {

  private Limits() {}

  static List<String> check(Metric metric, Condition condition, boolean relative) {
    List<String> faults = new ArrayList<>();
    if (relative && metric.difference()) {
      faults.addAll(checkDifference(condition, metric));
    } else if (relative && !condition.relative()) {
      faults.add(
          ("'%s' is not a change against the baseline: expected a percentage with a sign"
                  + " such as +5 %%")
              .formatted(condition.text()));
    } else if (!relative && condition.relative()) {
      faults.add(
          "'%s' is a change, so the threshold needs the key 'baseline'"
              .formatted(condition.text()));
    } else if (!relative) {
      faults.addAll(checkAmount(condition, metric.dimension(), metric.id()));
    }
    if (condition.operator().fromAbove() != metric.smallerIsBetter()) {
      faults.add(
          "'%s' permits every slowdown: %s is better when %s, so it requires %s"
              .formatted(
                  condition.text(),
                  metric.id(),
                  metric.smallerIsBetter() ? "smaller" : "larger",
                  metric.smallerIsBetter() ? "<= or <" : ">= or >"));
    }
    if (faults.isEmpty() && unbreakable(metric, condition, relative)) {
      faults.add("'%s' can't be exceeded, so it limits nothing".formatted(condition.text()));
    }
    return faults;
  }

  /** Returns the faults of a limit on a difference from the baseline. */
  private static List<String> checkDifference(Condition condition, Metric metric) {
    Quantity limit = condition.limit();
    return limit.signed() && limit.unit().dimension() == metric.dimension()
        ? List.of()
        : List.of(
            "'%s' is not a difference to the baseline: expected an amount with a sign such as +100 B"
                .formatted(condition.text()));
  }

  /** Returns the faults of an absolute limit on a quantity of {@code dimension}. */
  static List<String> checkAmount(Condition condition, Dimension dimension, String what) {
    Quantity limit = condition.limit();
    if (limit.unit().dimension() != dimension) {
      return List.of(
          "'%s' is the wrong kind of unit: %s is %s, in %s"
              .formatted(
                  limit.unit().symbol(),
                  what,
                  dimension,
                  String.join(", ", Unit.symbols(dimension))));
    }
    if (limit.signed()) {
      return List.of(
          "'%s' has a sign, which only a change against a baseline has"
              .formatted(condition.text()));
    }
    return List.of();
  }

  /** Returns a fault unless {@code laxer} allows more than {@code strict}. */
  static List<String> checkLaxer(Condition laxer, Condition strict) {
    return laxer.laxerThan(strict)
        ? List.of()
        : List.of("'%s' permits no more than '%s'".formatted(laxer.text(), strict.text()));
  }

  private static boolean unbreakable(Metric metric, Condition condition, boolean relative) {
    double bound = condition.bound();
    if (relative) {
      return !metric.smallerIsBetter() && bound <= -100;
    }
    if (metric.smallerIsBetter()) {
      return metric.dimension() == Dimension.SHARE && bound >= 100;
    }
    return bound == 0;
  }
}
