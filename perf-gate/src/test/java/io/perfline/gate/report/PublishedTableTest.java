package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PublishedTableTest {

  @Test
  void showsWhichStepsOfASweepAgreeWithPublishedFigures() {
    List<CaseResult> cases =
        List.of(
            measured("kryonet/many_ports/10", times(LongStream.range(0, 100).toArray())),
            measured("kryonet/many_ports/20", times(LongStream.range(0, 200).toArray())),
            measured("kryonet/many_ports/50", times(LongStream.range(0, 100).toArray())),
            measured("cassandra/batch_size/32768", times()));

    assertThat(PublishedTable.terminal(cases))
        .contains("kryonet/many_ports: 1 of 2 steps as published")
        .containsPattern("published, msg/s +155,000 +210,000 +220,000\n")
        .containsPattern("here, msg/s +2,560 +5,120 +2,560\n")
        .containsPattern("step here +up +down\n")
        .contains("5 / 0.518")
        .containsPattern("published, msg/s +timed out\n")
        .containsPattern("here, msg/s +refused\n");
  }
}
