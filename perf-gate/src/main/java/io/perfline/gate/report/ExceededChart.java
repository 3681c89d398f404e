package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
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
final class ExceededChart {

  private ExceededChart() {}

  /** Nothing for a metric that no distribution shows, or of which none was measured. */
  static Optional<Drawing> of(Line line, CaseResult result) {
    boolean service = line.metric().startsWith("service_time.");
    if (!service && !line.metric().startsWith("response_time.")) {
      return Optional.empty();
    }
    Map<String, TimeDistribution> curves = curves(line, result, service);
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
                    Labels.metric(line), result.name(), Labels.measured(line), line.limit())));
  }

  /** What was compared in pairs stands beside its baseline. */
  private static Map<String, TimeDistribution> curves(
      Line line, CaseResult result, boolean service) {
    Map<String, TimeDistribution> curves = new LinkedHashMap<>();
    if (line.relative() && !result.pairs().isEmpty()) {
      curves.put("this build", merged(result.pairs(), SlicePair::candidate, service));
      curves.put("baseline", merged(result.pairs(), SlicePair::baseline, service));
    } else {
      curves.put(result.name(), service ? result.serviceTime() : result.responseTime());
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
