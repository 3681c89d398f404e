package io.perfline.gate;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.TimeDistribution;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Creates runs to judge. */
public final class Runs {

  public static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  public static final String COMMIT = "0123456789012345678901234567890123456789";

  private Runs() {}

  /**
   * Returns a run of the profile commit whose case http/record took 1, 2, … 100 ms, ten times each.
   */
  public static Run good() {
    return run(
        List.of(
            http("http/record", "recorder", uniform(1000)),
            http("kafka/batch_size/256", "direct", uniform(1000)),
            http("kafka/batch_size/256", "recorder", uniform(1000))));
  }

  public static Run run(List<CaseResult> cases) {
    return new Run(
        Run.SCHEMA,
        "20260102-030000",
        "7",
        "main",
        COMMIT,
        COMMIT,
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        START,
        START.plusSeconds(60),
        List.of(
            new CatalogueEntry("http/record", "recorder", List.of("commit", "nightly")),
            new CatalogueEntry("http/browse", "recorder", List.of("nightly")),
            new CatalogueEntry("kafka/batch_size/256", "direct", List.of("commit", "nightly")),
            new CatalogueEntry("kafka/batch_size/256", "recorder", List.of("commit", "nightly"))),
        cases,
        null,
        null);
  }

  public static CaseResult http(String name, String target, TimeDistribution times) {
    return CaseResult.of(name, target)
        .withPeriod(START.plusSeconds(10), START.plusSeconds(20), 5000)
        .withCounts(times.count(), times.count(), times.count() * 100)
        .withTimes(times, times)
        .withGenerator(new Generator(0.4, 100.0, 99.5, 3));
  }

  /** Returns {@code count} values, evenly distributed from 1 to 100 ms. */
  public static TimeDistribution uniform(int count) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < count; i++) {
      histogram.recordValue(1000L * (1 + i % 100));
    }
    return TimeDistribution.of(histogram);
  }
}
