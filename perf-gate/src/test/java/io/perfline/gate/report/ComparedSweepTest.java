package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.PublishedFigures;
import io.perfline.gate.report.ComparedSweep.Point;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparedSweepTest {

  @Test
  void countsStepsWithThePublishedDirection() {
    // Published: 84,000, 148,000, 248,000, 464,000, 592,000, 544,000.
    ComparedSweep sweep =
        only(
            rate("kafka/connections/1", 100),
            rate("kafka/connections/2", 109),
            rate("kafka/connections/4", 400),
            rate("kafka/connections/8", 800),
            rate("kafka/connections/16", 700),
            rate("kafka/connections/32", 699));

    assertThat(sweep.name()).isEqualTo("kafka/connections");
    assertThat(sweep.points())
        .extracting(Point::ours)
        .containsExactly(
            Optional.empty(),
            Optional.of(ComparedSweep.Step.FLAT),
            Optional.of(ComparedSweep.Step.UP),
            Optional.of(ComparedSweep.Step.UP),
            Optional.of(ComparedSweep.Step.DOWN),
            Optional.of(ComparedSweep.Step.FLAT));
    assertThat(sweep.steps()).isEqualTo(5);
    assertThat(sweep.agreeing()).isEqualTo(3);
  }

  @Test
  void ordersByValue() {
    assertThat(only(rate("kafka/partitions/16", 1), rate("kafka/partitions/2", 1)).points())
        .extracting(Point::value)
        .containsExactly("2", "16");
  }

  @Test
  void onlyPositiveNumbersAreDrawn() {
    assertThat(
            SweepChart.sweeps(
                List.of(
                    rate("jmeter/item/0", 1),
                    rate("jmeter/item/1", 1),
                    rate("jmeter/node/10.0.0.1", 1),
                    rate("jmeter/node/10.0.0.2", 1),
                    rate("jmeter/users/0.5", 1),
                    rate("jmeter/users/20", 1))))
        .containsOnlyKeys("users");
  }

  @Test
  void skipsUnpublishedAndInvalidValues() {
    CaseResult spoiled = rate("kafka/partitions/4", 1).withProblems(List.of("generator starved"));

    ComparedSweep sweep =
        only(
            rate("kafka/partitions/2", 100),
            spoiled,
            rate("kafka/partitions/8", 50),
            rate("kafka/partitions/64", 10));

    assertThat(sweep.points())
        .extracting(Point::ours)
        .containsExactly(
            Optional.empty(),
            Optional.empty(),
            Optional.of(ComparedSweep.Step.DOWN),
            Optional.empty());
    assertThat(sweep.agreeing()).isEqualTo(1);
  }

  @Test
  void leavesOutUnpublishedSweepsAndTheRecorder() {
    CaseResult recorder =
        CaseResult.of("kafka/connections/1", "recorder")
            .withPeriod(START, START.plusSeconds(10), 0)
            .withCounts(1, 1, 1)
            .withTimes(times(1), times(1))
            .withGenerator(new Generator(0.5, null, 0.3, 4.2));

    assertThat(ComparedSweep.of(List.of(rate("kryonet/rate/1000", 1), rate("http/record", 1))))
        .isEmpty();
    assertThat(ComparedSweep.of(List.of(recorder))).isEmpty();
  }

  @Test
  void knowsPublishedStatementsWithoutFigures() {
    assertThat(PublishedFigures.of("cassandra/batch_size/32768"))
        .hasValueSatisfying(figure -> assertThat(figure.note()).isEqualTo("timed out"));
    assertThat(PublishedFigures.throughput()).doesNotContainKey("cassandra/batch_size/32768");
  }

  private static ComparedSweep only(CaseResult... cases) {
    List<ComparedSweep> sweeps = ComparedSweep.of(List.of(cases));
    assertThat(sweeps).hasSize(1);
    return sweeps.get(0);
  }

  private static CaseResult rate(String name, long perS) {
    return measured(name, times(100)).withCounts(10, 10 * perS, 1000 * perS);
  }
}
