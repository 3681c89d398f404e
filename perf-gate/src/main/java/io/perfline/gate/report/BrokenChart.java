package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.verdict.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The picture of a broken threshold: the case's times, and the limit where it is a time. */
final class BrokenChart {

  private BrokenChart() {}

  /** Nothing for a metric that no distribution shows, or of which none was measured. */
  static Optional<Drawing> of(Line line, Case measured) {
    boolean service = line.metric().startsWith("service_time.");
    if (!service && !line.metric().startsWith("response_time.")) {
      return Optional.empty();
    }
    Map<String, TimeDistribution> curves = curves(line, measured, service);
    curves.values().removeIf(times -> times == null || times.count() == 0);
    if (curves.isEmpty()) {
      return Optional.empty();
    }
    PercentileChart chart = PercentileChart.of(curves, service ? "service time" : "response time");
    absoluteLimit(line).ifPresent(ms -> chart.limit(ms, line.limit()));
    return Optional.of(
        chart.draw(
            Drawing.fileName("broken", line.threshold() + "-" + line.caseName()),
            "%s of %s, %s, where %s passes"
                .formatted(
                    Wording.metric(line), measured.name(), Wording.measured(line), line.limit())));
  }

  /** What was compared in pairs stands beside its baseline. */
  private static Map<String, TimeDistribution> curves(Line line, Case measured, boolean service) {
    Map<String, TimeDistribution> curves = new LinkedHashMap<>();
    if (line.relative() && !measured.pairs().isEmpty()) {
      curves.put("this build", merged(measured.pairs(), SlicePair::candidate, service));
      curves.put("baseline", merged(measured.pairs(), SlicePair::baseline, service));
    } else {
      curves.put(measured.name(), service ? measured.serviceTime() : measured.responseTime());
    }
    return curves;
  }

  private static TimeDistribution merged(
      List<SlicePair> pairs, Function<SlicePair, Slice> side, boolean service) {
    return TimeDistribution.merge(
        pairs.stream()
            .map(side)
            .filter(Objects::nonNull)
            .map(service ? Slice::serviceTime : Slice::responseTime)
            .filter(Objects::nonNull)
            .toList());
  }

  private static OptionalDouble absoluteLimit(Line line) {
    return line.relative() ? OptionalDouble.empty() : line.limitIn("ms");
  }
}
