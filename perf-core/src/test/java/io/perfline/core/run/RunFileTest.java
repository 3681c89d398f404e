package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {

  @TempDir Path folder;

  @Test
  void roundTripsEverythingWithFullHistograms() throws IOException {
    Run run = run(times(1, 200, 70_000_000));

    RunFile.write(folder, run);

    assertThat(RunFile.read(folder)).isEqualTo(run);
    assertThat(folder)
        .isDirectoryContaining("glob:**/run.json")
        .isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void readsAnOldRunWithoutCostAndBaseline() throws IOException {
    Run run = run(times(5));
    RunFile.write(folder, run);
    JsonMapper json = JsonMapper.builder().build();
    ObjectNode tree = (ObjectNode) json.readTree(folder.resolve(RunFile.NAME).toFile());
    tree.remove("baseline");
    ObjectNode measured = (ObjectNode) tree.path("cases").path(0);
    measured.remove(List.of("server", "unchanged"));
    ((ObjectNode) measured.path("generator")).remove("foreign_cpu");
    for (JsonNode slice : measured.path("pairs").path(0)) {
      if (slice instanceof ObjectNode side) {
        side.remove(List.of("server_cpu_us", "server_allocated_bytes"));
      }
    }
    json.writeValue(folder.resolve(RunFile.NAME).toFile(), tree);

    Run read = RunFile.read(folder);

    assertThat(read.baseline()).isNull();
    assertThat(read.cases().get(0).server()).isNull();
    assertThat(read.cases().get(0).generator().foreignCpu()).isNull();
    assertThat(read.cases().get(0).pairs().get(0).candidate().serverCpuUs()).isNull();
  }

  @Test
  void refusesATruncatedFile() throws IOException {
    RunFile.write(folder, run(times(5)));
    String text = Files.readString(folder.resolve(RunFile.NAME));
    Files.writeString(folder.resolve(RunFile.NAME), text.substring(0, text.length() / 2));

    assertThatThrownBy(() -> RunFile.read(folder)).isInstanceOf(Fault.class);
  }

  @Test
  void refusesATruncatedHistogram() throws IOException {
    RunFile.write(folder, run(times(5, 6, 7)));
    String text = Files.readString(folder.resolve(RunFile.NAME));
    String encoded = times(5, 6, 7).encoded();
    Files.writeString(
        folder.resolve(RunFile.NAME), text.replace(encoded, encoded.substring(0, 12)));

    assertThatThrownBy(() -> RunFile.read(folder))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("not a compressed HdrHistogram");
  }

  @Test
  void refusesUnknownKeysOtherSchemasAndEmptyFiles() throws IOException {
    assertThatThrownBy(() -> RunFile.read(folder)).hasMessageContaining("there is no file");
    RunFile.write(folder, run(times(5)));
    String text = Files.readString(folder.resolve(RunFile.NAME));

    Files.writeString(
        folder.resolve(RunFile.NAME), text.replace("\"build\"", "\"biuld\" : 1, \"build\""));
    assertThatThrownBy(() -> RunFile.read(folder)).hasMessageContaining("biuld");

    Files.writeString(
        folder.resolve(RunFile.NAME), text.replace("\"schema\" : 1", "\"schema\" : 99"));
    assertThatThrownBy(() -> RunFile.read(folder)).hasMessageContaining("schema is 99");
  }

  @Test
  void mergesDistributionsExactly() {
    TimeDistribution merged = TimeDistribution.merge(List.of(times(1, 2, 3), times(1000)));

    assertThat(merged).isEqualTo(times(1, 2, 3, 1000));
    assertThat(merged.maxUs()).isEqualTo(1000);
  }

  @Test
  void anEmptyDistributionHasNoPercentile() {
    assertThat(times().percentileUs(95)).isNaN();
    assertThat(times().meanUs()).isNaN();
    assertThat(times().maxUs()).isNaN();
  }

  private static TimeDistribution times(long... microseconds) {
    Histogram histogram = new Histogram(3);
    for (long value : microseconds) {
      histogram.recordValue(value);
    }
    return TimeDistribution.of(histogram);
  }

  private static Run run(TimeDistribution times) {
    Instant start = Instant.parse("2026-01-02T03:04:05.678Z");
    CaseResult result =
        CaseResult.of("kafka/batch_size/256", "direct")
            .withParameters(Map.of("batch_size", "256"))
            .withPeriod(start, start.plusSeconds(10), 2000)
            .withCounts(3, 768, 76_800)
            .withErrors(Map.of("timeout", 1L))
            .withTimes(times, times)
            .withGenerator(new Generator(0.5, null, 0.3, 4.2).withForeignCpu(0.1))
            .with(new KeptBytes(4711L))
            .withPairs(
                List.of(
                    new SlicePair(
                        1,
                        true,
                        new Slice(0.25, new Counts(3, 3, 300, 0, times, times), 360.0, 1e6, null),
                        new Slice(0.25, new Counts(3, 3, 300, 1, times, times)))))
            .withLevels(List.of(new Level(10, start, start.plusSeconds(5), 2, times, List.of())))
            .with(new StoredMessages(1024, 1024))
            .withSteady(true)
            .with(new ServerCost(1200.0, null, null, "pid 7 by JMX; allocation: not there"));
    return new Run(
        Run.SCHEMA,
        "20260102-030405",
        "7",
        "main",
        "0123456789012345678901234567890123456789",
        null,
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        start,
        start.plusSeconds(10),
        List.of(new CatalogueEntry("kafka/batch_size/256", "direct", List.of("commit"))),
        List.of(result),
        new RunShard(
            1,
            2,
            start,
            30_000,
            List.of(new ClockReading("the recorder", -0.5, 1.2)),
            List.of("kafka/connections/1")),
        new RunBaseline("main~1", "0123", new BaselineSource("parent of HEAD"), null));
  }
}
