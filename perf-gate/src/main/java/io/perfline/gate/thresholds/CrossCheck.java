package io.perfline.gate.thresholds;

import io.perfline.core.yaml.ParseContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Checks entries of the file against each other. */
final class CrossCheck {

  private record Limited(Condition pass, Condition warn, Dimension dimension) {}

  private final Thresholds thresholds;
  private final ParseContext context;
  private final Map<String, Limited> limits = new LinkedHashMap<>();

  CrossCheck(Thresholds thresholds, ParseContext context) {
    this.thresholds = thresholds;
    this.context = context;
  }

  void run() {
    for (Threshold threshold : thresholds.thresholds()) {
      limits.put(
          threshold.id(),
          new Limited(threshold.pass(), threshold.warn(), threshold.metric().dimension()));
    }
    for (Capacity capacity : thresholds.capacity()) {
      limits.put(capacity.id(), new Limited(capacity.pass(), capacity.warn(), Dimension.USERS));
    }
    thresholds.thresholds().stream().filter(Threshold::relative).forEach(this::measuredInPairs);
    thresholds.thresholds().stream().filter(Threshold::relative).forEach(this::oneRelease);
    thresholds.thresholds().forEach(this::inPairsAlone);
    for (Waiver waiver : thresholds.waivers()) {
      if (waiver instanceof Waiver.OfThreshold ofThreshold) {
        ceiling(ofThreshold);
      }
    }
  }

  /** A run is measured against one release. */
  private void oneRelease(Threshold threshold) {
    if (thresholds.baselines().get(threshold.baseline()) instanceof Baseline.Paired paired
        && paired.war() != null) {
      String first = thresholds.release().orElse(paired.war());
      if (!first.equals(paired.war())) {
        context.fault(
            paired.place(),
            "%s is another release than %s: a run is measured against one"
                .formatted(paired.war(), first));
      }
    }
  }

  private void measuredInPairs(Threshold threshold) {
    Metric metric = threshold.metric();
    if (threshold.relative() && metric.ofConsumers()) {
      context.fault(
          threshold.place(),
          "%s is compared with no baseline; give it an absolute limit".formatted(metric.word()));
    }
    boolean whole =
        metric == Metric.SPACE || metric == Metric.EFFICIENCY || metric.figure() || metric.drain();
    if (whole && thresholds.baselines().get(threshold.baseline()) instanceof Baseline.Paired) {
      context.fault(
          threshold.place(),
          "%s is not measured in pairs; compare it with a branch".formatted(metric.word()));
    }
  }

  private void inPairsAlone(Threshold threshold) {
    if (threshold.metric() == Metric.STALLS && !thresholds.inPairs(threshold)) {
      context.fault(
          threshold.place(),
          "stalls are counted in pairs alone: compare them with a baseline '{paired: true}'");
    }
  }

  private void ceiling(Waiver.OfThreshold waiver) {
    Limited limited = limits.get(waiver.threshold());
    if (limited == null) {
      return; // an unknown one is noted where it stands
    }
    Condition ceiling = waiver.ceiling(limited.pass());
    boolean sameKind =
        limited.pass().relative()
            ? ceiling.relative()
            : Limits.checkAmount(ceiling, limited.dimension(), "").isEmpty();
    if (!sameKind) {
      context.fault(
          waiver.place(),
          "the ceiling %s is of another kind than the limit '%s'"
              .formatted(waiver.ceiling().text(), limited.pass().text()));
      return;
    }
    Condition limit = limited.warn() == null ? limited.pass() : limited.warn();
    Limits.checkLaxer(ceiling, limit)
        .forEach(fault -> context.fault(waiver.place(), "ceiling: " + fault));
  }
}
