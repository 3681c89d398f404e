package io.perfline.gate.report;

import io.perfline.core.run.Case;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.verdict.Line;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The picture of a broken threshold: the case's times, and the limit where it is a time. */
final class BrokenChart {

  private BrokenChart() {}

  /** Nothing for a metric that no distribution shows. */
  static Optional<Drawing> of(Line line, Case measured) {
    boolean service = line.metric().startsWith("service_time.");
    if (!service && !line.metric().startsWith("response_time.")) {
      return Optional.empty();
    }
    TimeDistribution times = service ? measured.serviceTime() : measured.responseTime();
    PercentileChart chart =
        PercentileChart.of(
            Map.of(measured.name() + (service ? ", service time" : ", response time"), times));
    absoluteLimit(line).ifPresent(ms -> chart.limit(ms, line.limit()));
    return Optional.of(
        chart.draw(
            Drawing.fileName("broken", line.threshold() + "-" + line.caseName()),
            "%s of %s, %s, where %s passes"
                .formatted(
                    Wording.metric(line), measured.name(), Wording.measured(line), line.limit())));
  }

  private static OptionalDouble absoluteLimit(Line line) {
    return line.relative() ? OptionalDouble.empty() : line.limitIn("ms");
  }
}
