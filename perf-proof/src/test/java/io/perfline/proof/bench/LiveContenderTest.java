package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.TimeDistribution;
import io.perfline.proof.bench.BenchContext.Bounds;
import io.perfline.proof.bench.LiveBench.LiveContender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a fake launcher that writes a given run and records how it was called. */
class LiveContenderTest {

  private static final String NAME = "kafka/batch_size/256";
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path folder;

  @BeforeEach
  void aLauncher() throws Exception {
    RunFile.write(Files.createDirectories(folder.resolve("measured")), run());
    Path perf = folder.resolve("perf");
    Files.writeString(
        perf,
        """
        #!/bin/sh
        echo "$PERF_KAFKA_PORT: $*" >>"${0%/*}/calls"
        while [ "$1" != --out ]; do shift; done
        mkdir "$2" && cp "${0%/*}/measured/run.json" "$2"
        [ "$3" != --live ] || echo "live: published ${SEEN:-8} seconds while they were measured"
        """);
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void bothSidesRunTheSameCaseAndOneIsFollowed() throws Exception {
    for (boolean live : List.of(true, false)) {
      Sample sample = side(Map.of("PERF_KAFKA_PORT", "9092"), live).run(Duration.ZERO);

      assertThat(sample.perSecond()).isEqualTo(256);
      assertThat(sample.p50Millis()).isEqualTo(2);
      assertThat(sample.p99Millis()).isEqualTo(2);
    }

    List<String> calls = Files.readAllLines(folder.resolve("calls"));
    assertThat(calls)
        .allMatch(
            call -> call.startsWith("9092: run kafka/batch_size/256 --profile commit --out "));
    assertThat(calls).extracting(call -> call.endsWith(" --live")).containsExactly(true, false);
  }

  @Test
  void aTurnWithoutPublishedSecondsIsInvalid() {
    assertThatThrownBy(() -> side(Map.of("SEEN", "0"), true).run(Duration.ZERO))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka/batch_size/256 was not watched live: live: published 0");
  }

  private LiveContender side(Map<String, String> variables, boolean live) {
    BenchContext context =
        new BenchContext(
            folder,
            folder,
            new Bounds(1, Duration.ZERO, Duration.ZERO),
            new Random(42),
            text -> {},
            Profiles.none());
    return new LiveContender(context, variables, NAME, "commit", live);
  }

  private static Run run() {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(2000, 8);
    TimeDistribution all = TimeDistribution.of(times);
    CaseResult result =
        CaseResult.of(NAME, "direct")
            .withPeriod(START, START.plusSeconds(8), 3000)
            .withCounts(8, 2048, 204_800)
            .withTimes(all, all)
            .withGenerator(new Generator(0.5, null, 1, 1));
    return new Run(
        Run.SCHEMA,
        "r",
        "1",
        "main",
        "0".repeat(40),
        null,
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        START,
        START.plusSeconds(12),
        List.of(),
        List.of(result),
        null,
        null);
  }
}
