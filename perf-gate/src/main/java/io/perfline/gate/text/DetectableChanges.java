package io.perfline.gate.text;

import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes how small a change a build that passes would have failed with: its smallest detectable
 * change of time and of CPU.
 */
final class DetectableChanges {

  private DetectableChanges() {}

  /**
   * Returns a clause such as {@code about +8 % of time or +7 % of CPU would have failed}; empty if
   * no comparison of time, CPU or throughput passed. It names the cases if there are several.
   */
  static Optional<String> of(List<Line> lines) {
    List<Line> passed =
        lines.stream()
            .filter(line -> line.outcome() == Outcome.PASS && line.relative())
            .filter(line -> line.detectable() != null && line.inPercent())
            .toList();
    boolean several = passed.stream().map(Line::caseName).distinct().count() > 1;
    String changes =
        Stream.of(
                smallest(passed, DetectableChanges::isTime, "time", several),
                smallest(passed, Metric::cpu, "CPU", several),
                smallest(passed, DetectableChanges::isRate, "throughput", several))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" or "));
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of("about %s would have failed".formatted(changes));
  }

  private static boolean isTime(Metric metric) {
    return metric.time() || metric.dimension() == Dimension.TIME_PER_OPERATION;
  }

  private static boolean isRate(Metric metric) {
    return switch (metric.dimension()) {
      case MESSAGES_PER_TIME, REQUESTS_PER_TIME, OPERATIONS_PER_TIME -> true;
      default -> false;
    };
  }

  private static Optional<String> smallest(
      List<Line> passed, Predicate<Metric> metrics, String noun, boolean several) {
    return passed.stream()
        .filter(line -> line.knownMetric().filter(metrics).isPresent())
        .min(Comparator.comparingDouble(line -> Math.abs(line.detectable())))
        .map(
            line ->
                String.format(
                    Locale.ROOT,
                    "%+.0f %% of %s%s",
                    roundedUp(line.detectable()),
                    noun,
                    several ? " in " + line.caseName() : ""));
  }

  /** Rounds to whole percents, away from 0, so that no smaller change is promised. */
  private static double roundedUp(double percent) {
    return Math.copySign(Math.ceil(Math.abs(percent)), percent);
  }
}
