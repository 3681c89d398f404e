package io.perfline.core.sample;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Level;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Creates small runs. */
public final class SampleRuns {

  public static final Instant START = Instant.parse("2026-01-02T03:04:05.678901234Z");

  private static final RunEnvironment MACHINE =
      new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17");

  private SampleRuns() {}

  public static TimeDistribution times(long... microseconds) {
    Histogram histogram = new Histogram(3);
    for (long value : microseconds) {
      histogram.recordValue(value);
    }
    return TimeDistribution.of(histogram);
  }

  public static CaseResult measured(String name, TimeDistribution times) {
    return measured(name, START, times);
  }

  public static CaseResult measured(String name, Instant start, TimeDistribution times) {
    return measured(name, "direct", start, times);
  }

  public static CaseResult measured(
      String name, String target, Instant start, TimeDistribution times) {
    return CaseResult.of(name, target)
        .withParameters(Map.of("batch_size", "256"))
        .withPeriod(start, start.plusSeconds(10), 2000)
        .withCounts(times.count(), 256 * times.count(), 25_600 * times.count())
        .withErrors(Map.of("timeout", 1L))
        .withTimes(times, times)
        .withGenerator(new Generator(0.5, null, 0.3, 4.2));
  }

  /** Returns a case with a capacity search; a page is in time within 6 s. */
  public static CaseResult searched(String name, Level... levels) {
    return measured(name, "recorder", START, times(1000))
        .withParameters(Map.of("within", "6000 ms"))
        .withLevels(List.of(levels));
  }

  /** Returns a level of users that lasted 10 s. */
  public static Level level(int users, long errors, TimeDistribution times, String... problems) {
    return new Level(users, START, START.plusSeconds(10), errors, times, List.of(problems));
  }

  /** Returns the seconds that {@code raw} would be read as. */
  public static List<Second> seconds(CaseResult result, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Second(
                    i,
                    result.start().plusSeconds(i),
                    1,
                    new Counts(
                        100 + i,
                        200 + i,
                        10_000 + i,
                        i % 2,
                        times(1000 + i, 2000 + i, 3000 + 10 * i),
                        null),
                    i / 10 + 1,
                    Map.of(
                        "generator",
                        0.5,
                        "service",
                        0.4,
                        "tomcat",
                        0.4,
                        "kafka",
                        0.3,
                        "cassandra",
                        0.2,
                        "redis",
                        0.1,
                        "etcd",
                        0.1)))
        .toList();
  }

  public static Run run(String id, Instant started, CaseResult... cases) {
    return on(MACHINE, id, started, cases);
  }

  /** Returns a run of another profile. */
  public static Run run(String profile, String id, Instant started, CaseResult... cases) {
    return run(MACHINE, profile, id, started, cases);
  }

  /** Returns a run on another machine. */
  public static Run on(RunEnvironment machine, String id, Instant started, CaseResult... cases) {
    return run(machine, "commit", id, started, cases);
  }

  private static Run run(
      RunEnvironment machine, String profile, String id, Instant started, CaseResult... cases) {
    return new Run(
        Run.SCHEMA,
        id,
        "7",
        "main",
        "0123456789012345678901234567890123456789",
        "0123456789012345678901234567890123456789",
        profile,
        machine,
        started,
        started.plusSeconds(10),
        List.of(new CatalogueEntry("kafka/batch_size/256", "direct", List.of("commit"))),
        List.of(cases),
        null,
        null);
  }
}
