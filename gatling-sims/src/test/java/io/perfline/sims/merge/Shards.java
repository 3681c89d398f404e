package io.perfline.sims.merge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.RunShard;
import io.perfline.core.run.StoredMessages;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;

/** Creates runs of shards: shard i has i requests of i ms per second. */
final class Shards {

  static final Instant START = Instant.parse("2026-03-04T05:06:07Z");
  static final String CASE = "kafka/batch_size/256";
  static final String COMMIT = "0123456789012345678901234567890123456789";
  private static final int SECONDS = 10;

  private Shards() {}

  /** Writes the run of a shard and returns its folder. */
  static Path write(Path folder, Run run) throws IOException {
    RunFile.write(folder, run);
    for (CaseResult result : run.cases()) {
      int requests = run.shard() == null ? 1 : run.shard().index();
      try (RawMaterialWriter raw =
          new RawMaterialWriter(
              folder.resolve(result.simulation()),
              RawMaterial.fileName(result.name(), result.target()),
              List.of("generator"))) {
        raw.begin(result.start());
        for (int second = 0; second < SECONDS; second++) {
          TimeDistribution times = times(requests, requests);
          Counts counts = new Counts(requests, 256L * requests, 100, 1, times, times);
          raw.second(second, 1, counts, 4, Map.of("generator", 0.3));
        }
      }
    }
    return folder;
  }

  static Run shard(int index, int of) {
    return run(List.of(measured(index, UnaryOperator.identity())))
        .as(new RunShard(index, of, START, 30_000, List.of(clock(0)), List.of()));
  }

  static ClockReading clock(double offset) {
    return new ClockReading("http://recorder", offset, 2);
  }

  static Run run(List<CaseResult> cases) {
    return new Run(
        Run.SCHEMA,
        "a-shard",
        "7",
        "main",
        COMMIT,
        null,
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        START,
        START.plusSeconds(60),
        List.of(new CatalogueEntry(CASE, "direct", List.of("commit"))),
        cases,
        null,
        null);
  }

  static CaseResult measured(int index, UnaryOperator<List<String>> problems) {
    return at(START.plusSeconds(2).plusMillis(index), index, "direct")
        .withProblems(problems.apply(List.of()))
        .with(new StoredMessages(3000L * index, 3000L * index));
  }

  static CaseResult at(Instant start, int index, String target) {
    TimeDistribution times = times(index, index * SECONDS);
    return CaseResult.of(CASE, target)
        .withParameters(Map.of("connections", "8"))
        .withPeriod(start, start.plusSeconds(SECONDS), 2000)
        .withCounts(times.count(), 256 * times.count(), 100 * times.count())
        .withErrors(Map.of("timeout", (long) SECONDS, "only" + index, 0L))
        .withTimes(times, times)
        .withGenerator(new Generator(0.1 * index, 10.0 * index, 9.0 * index, index));
  }

  static TimeDistribution times(int millis, int count) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(millis * 1000L, count);
    return TimeDistribution.of(histogram);
  }
}
