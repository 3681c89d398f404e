package io.perfline.gate.thresholds;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that {@code thresholds.yml} says, checked.
 *
 * @param file its name as the user gave it
 * @param validRun what a run must keep to
 * @param thresholds limits on metrics
 * @param baselines what relative ones compare with, by name
 * @param capacity limits on numbers of users
 * @param waivers what is let through for a while
 * @param accepted changes of these rules against the baseline's that have been accepted
 */
public record Thresholds(
    String file,
    ValidRun validRun,
    List<Threshold> thresholds,
    Map<String, Baseline> baselines,
    List<Capacity> capacity,
    List<Waiver> waivers,
    List<AcceptedChange> accepted) {
  public Thresholds {
    thresholds = List.copyOf(thresholds);
    baselines = Map.copyOf(baselines);
    capacity = List.copyOf(capacity);
    waivers = List.copyOf(waivers);
    accepted = List.copyOf(accepted);
  }

  /** Creates the same limits with other rules for valid runs and other waivers. */
  public Thresholds with(ValidRun otherRules, List<Waiver> otherWaivers) {
    return new Thresholds(
        file, otherRules, thresholds, baselines, capacity, otherWaivers, accepted);
  }

  /** The WAR that a run has to be measured against, as the file names it. */
  public Optional<String> release() {
    return thresholds.stream()
        .filter(Threshold::relative)
        .map(threshold -> baselines.get(threshold.baseline()))
        .filter(Baseline.Paired.class::isInstance)
        .map(baseline -> ((Baseline.Paired) baseline).war())
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Whether a threshold compares with a build that is measured in the same run. */
  public boolean inPairs(Threshold threshold) {
    return threshold.relative() && baselines.get(threshold.baseline()) instanceof Baseline.Paired;
  }

  /** Whether any threshold does. */
  public boolean comparesInPairs() {
    return thresholds.stream().anyMatch(this::inPairs);
  }

  /** The ids of all limits, in the order of the file. */
  public List<String> ids() {
    return Stream.concat(
            thresholds.stream().map(Threshold::id), capacity.stream().map(Capacity::id))
        .toList();
  }
}
