package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.KeptBytes;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests parts of the report that only nightly runs have: complete sweeps and the space per message.
 */
class ManyCasesTest {

  @Test
  void showsTheMeasuredSpacePerMessage() {
    Run run =
        run(
            "r1",
            START,
            kept(measured("kafka/batch_size/256", times(100, 200)), 51_200),
            kept(measured("kafka/batch_size/1024", times(200, 400)), 25_600),
            measured("kafka/partitions/2", times(1)));

    Report.Document files =
        new Report(
                Optional.empty(),
                new RunWithSeconds(run, Map.of()),
                Optional.empty(),
                Optional.empty())
            .compose();

    assertThat(files.page()).contains("bytes stored", ">100</td>", ">50</td>");
    assertThat(files.drawings())
        .extracting(Drawing::file)
        .contains("sweep-space-batch_size.svg")
        .doesNotContain("sweep-space-partitions.svg");
  }

  private static CaseResult kept(CaseResult result, long bytes) {
    return result.with(new KeptBytes(bytes));
  }

  @Test
  void drawsTheTimesOfManyCasesBySweep() {
    Run run =
        run(
            "r1",
            START,
            IntStream.rangeClosed(1, 10)
                .mapToObj(i -> measured("kafka/%s/%d".formatted(i > 5 ? "a" : "b", i), times(i)))
                .toArray(CaseResult[]::new));

    assertThat(
            new Report(
                    Optional.empty(),
                    new RunWithSeconds(run, Map.of()),
                    Optional.empty(),
                    Optional.empty())
                .compose()
                .drawings())
        .extracting(Drawing::file)
        .contains("percentiles-kafka_a.svg", "percentiles-kafka_b.svg")
        .doesNotContain("percentiles-kafka.svg");
  }
}
