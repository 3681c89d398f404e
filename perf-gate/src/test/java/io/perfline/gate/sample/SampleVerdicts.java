package io.perfline.gate.sample;

import io.perfline.core.run.Run;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;

/** Creates small verdicts. */
public final class SampleVerdicts {

  private SampleVerdicts() {}

  public static Line line(String threshold, String caseName, Finding finding, Double value) {
    return SampleLines.line(
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
        finding,
        "because \"it\" is");
  }

  /** Returns a throughput that met its limit. */
  public static Line throughput(String caseName, double value) {
    return SampleLines.line(
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
        Finding.WITHIN_PASS,
        "held");
  }

  /** Returns an absolute limit that is met. */
  public static Line limited(String caseName, String metric, double value, String unit) {
    return SampleLines.line(
        metric.replace('.', '-'),
        caseName,
        "direct",
        metric,
        "<= 1000000 " + unit,
        null,
        value,
        unit,
        null,
        300,
        null,
        Finding.WITHIN_PASS,
        "met");
  }

  /** Returns a comparison with a baseline: 3 % slower, with its interval. */
  public static Line compared(String caseName) {
    return SampleLines.line(
        "slower",
        caseName,
        "direct",
        "response_time.p95",
        "<= +5 %",
        null,
        3.0,
        "%",
        new ConfidenceInterval(1.0, 4.5, 0.99, "a test's"),
        300,
        SampleLines.paired("parent", 1.0, null, "ms", null, "the parent"),
        Finding.WITHIN_PASS,
        "met");
  }

  /** Returns a comparison whose change is a difference: 300 bytes more per message. */
  public static Line grown(String caseName) {
    return SampleLines.line(
        "growth",
        caseName,
        "direct",
        "growth",
        "<= +1 kB",
        null,
        0.3,
        "kB",
        new ConfidenceInterval(0.1, 0.5, 0.99, "a test's"),
        300,
        SampleLines.paired("parent", 1.0, null, "B", null, "the parent"),
        Finding.WITHIN_PASS,
        "met");
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
        null,
        List.of(),
        all,
        List.of());
  }
}
