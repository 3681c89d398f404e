package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.LiveSet;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.gate.Runs;
import io.perfline.gate.influx.LineProtocol;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.publish.CasePoints;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishes a case and reads it from the history, in the units of limits. */
class PastPointTest {

  @ParameterizedTest
  @CsvSource({
    "THROUGHPUT, 100",
    "CPU, 0.12",
    "CPU_TOTAL, 0.15",
    "ALLOCATION, 2000",
    "LIVE_SET, 22e6",
    "GROWTH, 200",
    "FOOTPRINT, 300e6",
    "HEAP_PEAK, 50e6",
    "RESPONSE_TIME_P95, 95",
    "ERROR_RATE, 0"
  })
  void aHistoryContainsTheValueThatWasPublished(Metric metric, double value) {
    OfBuild memory =
        new OfBuild(
            List.of(new LiveSet(0, 20_000_000), new LiveSet(10_000, 22_000_000)),
            300_000_000L,
            50_000_000L);
    CaseResult result =
        Runs.http("http/record", "recorder", Runs.uniform(1000))
            .with(new ServerCost(120_000.0, 2e6, 150_000.0, "pid 7"))
            .with(new ServerMemory(List.of(new OfDeployment(1, memory, memory)), "pid 7"));

    List<String> points = CasePoints.of(Runs.run(List.of(result)), Map.of());
    PastCase past = PastPoint.read(LineProtocol.parse(points.get(0)));

    assertThat(past.values().applyAsDouble(metric)).isCloseTo(value, within(value * 0.01));
  }
}
