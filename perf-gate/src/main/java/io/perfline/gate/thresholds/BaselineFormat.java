package io.perfline.gate.thresholds;

import static io.perfline.core.strict.Key.optional;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** An entry below {@code baselines}. */
final class BaselineFormat {

  private static final int FEWEST = 5;
  private static final int MOST = 1000;

  private static final Key<String> BRANCH =
      optional("branch", ThresholdKinds.PROSE, "Earlier runs of this branch.");
  private static final Key<Integer> LAST =
      optional(
          "last",
          Kinds.integer("a number of runs", FEWEST, MOST),
          "How many runs at most, the newest. Default 20.");
  private static final Key<Integer> MIN =
      optional(
          "min",
          Kinds.integer("a number of runs", FEWEST, MOST),
          "How many runs at least, below which the threshold is not tested. Default 8.");
  private static final Key<Duration> MAX_AGE =
      optional("max_age", ThresholdKinds.AGE, "How old a run may be. Default 30 d.");
  private static final Key<List<Baseline.Same>> SAME =
      optional(
          "same",
          Kinds.listOf(
              Kinds.oneOf(
                  "a property of a run",
                  Kinds.words(
                      Arrays.asList(Baseline.Same.values()),
                      same -> same.name().toLowerCase(Locale.ROOT)))),
          "What the runs must share with the candidate. Default all of them.");
  private static final Key<String> WAR =
      optional("war", ThresholdKinds.PROSE, "A release to measure in the same run, interleaved.");

  private static final Key<Boolean> PAIRED =
      optional(
          "paired",
          Kinds.bool(),
          "Only true: whichever build the run was measured with, interleaved.");

  private static final List<Key<?>> PAST = List.of(BRANCH, LAST, MIN, MAX_AGE, SAME);

  static final Shape<Baseline> SHAPE =
      new Shape<>(
          "a baseline",
          BaselineFormat::build,
          List.of(BRANCH, LAST, MIN, MAX_AGE, SAME, WAR, PAIRED));

  private BaselineFormat() {}

  private static Baseline build(Values values) {
    if (values.has(WAR) || values.has(PAIRED)) {
      PAST.stream()
          .filter(values::has)
          .forEach(key -> values.fault(key, "a baseline that is measured has no history"));
      if (values.has(PAIRED) && (values.has(WAR) || !values.get(PAIRED))) {
        values.fault(PAIRED, "a baseline is 'paired: true', or has a 'war' or a 'branch'");
      }
      return new Baseline.Paired(values.get(WAR, null), values.place());
    }
    if (!values.has(BRANCH)) {
      values.fault(BRANCH, "a baseline needs 'branch', 'paired: true' or 'war'");
    }
    int last = values.get(LAST, 20);
    int min = values.get(MIN, Math.min(8, last));
    if (min > last) {
      values.fault(MIN, "%d runs are more than the last %d".formatted(min, last));
    }
    Set<Baseline.Same> same =
        values.has(SAME) ? EnumSet.copyOf(values.get(SAME)) : EnumSet.allOf(Baseline.Same.class);
    return new Baseline.Past(
        values.get(BRANCH, ""),
        last,
        min,
        values.get(MAX_AGE, Duration.ofDays(30)),
        same,
        values.place());
  }
}
