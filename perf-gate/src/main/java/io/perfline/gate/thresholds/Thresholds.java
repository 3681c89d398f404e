package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.SourcePosition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of {@code thresholds.yml}.
 *
 * @param file its name as the user gave it
 * @param waivers what is let through for a while
 * @param accepted changes of these rules against those of the baseline
 */
@Key.Noun("thresholds.yml")
public record Thresholds(
    String file,
    @Key(value = "Version of this format.", required = true, what = "the version", min = 1, max = 1)
        int version,
    @Key("Defaults for all thresholds.") Defaults defaults,
    @Key("What a run must keep to; otherwise there is no verdict.") ValidRun validRun,
    @Key("Limits on metrics of cases.") List<Threshold> thresholds,
    @Key("What relative thresholds compare with.") @Key.Names(value = "baseline", inFile = true)
        Map<String, Baseline> baselines,
    @Key("Limits on numbers of users.") List<Capacity> capacity,
    @Key("What is known and let through for a while.") List<Waiver> waivers,
    @Key(
            value =
                "Looser limits, lost cases and changed settings, against the baseline's, that have"
                    + " been accepted.",
            name = "accepted_changes")
        List<AcceptedChange> accepted)
    implements RecordSchema.Checked {

  /** The section {@code defaults}. */
  @Key.Noun("the defaults")
  public record Defaults(
      @Key(
              value = "Requests that a case needs; below it there is no verdict.",
              what = "a number of requests",
              min = 1,
              max = 100_000_000,
              otherwise = "300")
          int minSamples) {}

  public Thresholds {
    int samples = defaults == null ? 300 : defaults.minSamples;
    validRun = validRun == null ? ValidRun.DEFAULT : validRun;
    thresholds = thresholds.stream().map(one -> one.atLeast(samples)).toList();
  }

  /** Creates the same limits with other rules for valid runs and other waivers. */
  public Thresholds with(ValidRun otherRules, List<Waiver> otherWaivers) {
    return new Thresholds(
        file,
        version,
        defaults,
        otherRules,
        thresholds,
        baselines,
        capacity,
        otherWaivers,
        accepted);
  }

  /** Creates the same file with other limits on metrics. */
  public Thresholds with(List<Threshold> others) {
    return new Thresholds(
        file, version, defaults, validRun, others, baselines, capacity, waivers, accepted);
  }

  /**
   * Returns the limits that judge a run: where it was compared with the last release, those that
   * say so and no others; everywhere else all others.
   */
  public Thresholds judging(boolean sinceRelease) {
    return new Thresholds(
        file,
        version,
        defaults,
        validRun,
        thresholds.stream().filter(one -> isSinceRelease(one) == sinceRelease).toList(),
        baselines,
        sinceRelease ? List.of() : capacity,
        waivers,
        accepted);
  }

  /** Returns true where a limit judges the comparison with the last release. */
  public boolean compareSinceRelease() {
    return thresholds.stream().anyMatch(this::isSinceRelease);
  }

  private boolean isSinceRelease(Threshold threshold) {
    return threshold.relative()
        && baselines.get(threshold.baseline()) instanceof Baseline.Paired paired
        && paired.sinceRelease();
  }

  /** Returns the WAR that a run has to be measured against, as the file names it. */
  public Optional<String> release() {
    return thresholds.stream()
        .filter(Threshold::relative)
        .map(threshold -> baselines.get(threshold.baseline()))
        .filter(Baseline.Paired.class::isInstance)
        .map(baseline -> ((Baseline.Paired) baseline).war())
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Returns whether a threshold compares with a build that is measured in the same run. */
  public boolean inPairs(Threshold threshold) {
    return threshold.relative() && baselines.get(threshold.baseline()) instanceof Baseline.Paired;
  }

  /** Returns whether any threshold compares with a build that is measured in the same run. */
  public boolean comparesInPairs() {
    return thresholds.stream().anyMatch(this::inPairs);
  }

  /** Returns the ids of all limits, in the order of the file. */
  public List<String> ids() {
    return Stream.concat(
            thresholds.stream().map(Threshold::id), capacity.stream().map(Capacity::id))
        .toList();
  }

  @Override
  public void check(ParsedObject parsed) {
    ParseContext context = parsed.context();
    if (context.failed()) {
      return;
    }
    if (thresholds.isEmpty() && capacity.isEmpty()) {
      context.fault(
          new SourcePosition(file, 1, 1),
          "nothing is limited: it needs 'thresholds' or 'capacity'");
    }
    new CrossCheck(this, context).run();
  }
}
