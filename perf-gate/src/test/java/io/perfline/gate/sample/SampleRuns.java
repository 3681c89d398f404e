package io.perfline.gate.sample;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Generator;
import io.perfline.gate.run.PlannedCase;
import io.perfline.gate.run.Run;
import io.perfline.gate.run.RunEnvironment;
import io.perfline.gate.run.TimeDistribution;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Small runs and verdicts for tests. */
public final class SampleRuns {

  public static final Instant START = Instant.parse("2026-01-02T03:04:05.678901234Z");

  private SampleRuns() {}

  public static TimeDistribution times(long... microseconds) {
    Histogram histogram = new Histogram(3);
    for (long value : microseconds) {
      histogram.recordValue(value);
    }
    return TimeDistribution.of(histogram);
  }

  public static Case measured(String name, TimeDistribution times) {
    return new Case(
        name,
        "direct",
        Map.of("batch_size", "256"),
        START,
        START.plusSeconds(10),
        2000,
        times.count(),
        256 * times.count(),
        25_600 * times.count(),
        Map.of("timeout", 1L),
        25.6 * times.count(),
        times,
        times,
        new Generator(0.5, null, 0.3, 4.2),
        List.of());
  }

  public static Run run(String id, Instant started, Case... cases) {
    return new Run(
        Run.SCHEMA,
        id,
        "7",
        "main",
        "0123456789012345678901234567890123456789",
        "0123456789012345678901234567890123456789",
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        started,
        started.plusSeconds(10),
        List.of(new PlannedCase("kafka/batch_size/256", "direct", List.of("commit"))),
        List.of(cases));
  }

  public static Line line(String threshold, String caseName, Finding finding, Double value) {
    return new Line(
        threshold,
        caseName,
        "direct",
        "response_time.p95",
        "<= 0.25 s",
        "<= 400 ms",
        value,
        "ms",
        null,
        300,
        null,
        finding.outcome(),
        finding,
        "because \"it\" is");
  }

  /** A throughput that held its limit. */
  public static Line throughput(String caseName, double value) {
    return new Line(
        "throughput",
        caseName,
        "direct",
        "throughput",
        ">= 50 msg/s",
        null,
        value,
        "msg/s",
        null,
        300,
        null,
        Finding.WITHIN_PASS.outcome(),
        Finding.WITHIN_PASS,
        "held");
  }

  public static Verdict verdict(Run run, Line... lines) {
    List<Line> all = List.of(lines);
    Outcome outcome = Verdict.outcomeOf(List.of(), all);
    return new Verdict(
        Verdict.SCHEMA,
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.profile(),
        run.environment().name(),
        run.ended(),
        outcome,
        "in one sentence",
        List.of(),
        all);
  }
}
