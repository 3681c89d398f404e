package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schemas;
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

  private static final Property<String> BRANCH =
      optional("branch", ThresholdKinds.PROSE, "Earlier runs of this branch.");
  private static final Property<Integer> LAST =
      optional(
          "last",
          Schemas.integer("a number of runs", FEWEST, MOST),
          "How many runs at most, the newest. Default 20.");
  private static final Property<Integer> MIN =
      optional(
          "min",
          Schemas.integer("a number of runs", FEWEST, MOST),
          "Minimum number of runs; with fewer the threshold is not tested. Default 8.");
  private static final Property<Duration> MAX_AGE =
      optional("max_age", ThresholdKinds.AGE, "How old a run may be. Default 30 d.");
  private static final Property<List<Baseline.Same>> SAME =
      optional(
          "same",
          Schemas.listOf(
              Schemas.oneOf(
                  "a property of a run",
                  Schemas.words(
                      Arrays.asList(Baseline.Same.values()),
                      same -> same.name().toLowerCase(Locale.ROOT)))),
          "What the runs must share with the candidate. Default all of them.");
  private static final Property<String> WAR =
      optional("war", ThresholdKinds.PROSE, "A release to measure in the same run, interleaved.");

  private static final Property<Boolean> PAIRED =
      optional(
          "paired",
          Schemas.bool(),
          "Only true: the build that the run was compared with in alternating slices.");

  private static final List<Property<?>> PAST = List.of(BRANCH, LAST, MIN, MAX_AGE, SAME);

  static final ObjectSchema<Baseline> SHAPE =
      new ObjectSchema<>(
          "a baseline",
          BaselineFormat::build,
          List.of(BRANCH, LAST, MIN, MAX_AGE, SAME, WAR, PAIRED));

  private BaselineFormat() {}

  private static Baseline build(ParsedObject parsed) {
    if (parsed.has(WAR) || parsed.has(PAIRED)) {
      PAST.stream()
          .filter(parsed::has)
          .forEach(
              property -> parsed.fault(property, "a baseline that is measured has no history"));
      if (parsed.has(PAIRED) && (parsed.has(WAR) || !parsed.get(PAIRED))) {
        parsed.fault(PAIRED, "a baseline is 'paired: true', or has a 'war' or a 'branch'");
      }
      return new Baseline.Paired(parsed.get(WAR, null), parsed.place());
    }
    if (!parsed.has(BRANCH)) {
      parsed.fault(BRANCH, "a baseline needs 'branch', 'paired: true' or 'war'");
    }
    int last = parsed.get(LAST, 20);
    int min = parsed.get(MIN, Math.min(8, last));
    if (min > last) {
      parsed.fault(MIN, "%d runs are more than the last %d".formatted(min, last));
    }
    Set<Baseline.Same> same =
        parsed.has(SAME) ? EnumSet.copyOf(parsed.get(SAME)) : EnumSet.allOf(Baseline.Same.class);
    return new Baseline.Past(
        parsed.get(BRANCH, ""),
        last,
        min,
        parsed.get(MAX_AGE, Duration.ofDays(30)),
        same,
        parsed.place());
  }
}
