package io.perfline.gate.sample;

import io.perfline.core.run.LoadUnit;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** One verdict of each type, for the golden files. */
public final class Verdicts {

  private static final Line MET = line("record-p95", 212.5, Finding.WITHIN_PASS, "212.5 ms keeps");

  /** Verdicts by the names of their golden files. */
  public static final Map<String, Verdict> ALL =
      Map.of(
          "unchanged",
              verdict(
                  "Unchanged since the parent commit (c01010736d); the one limit measured is met.",
                  List.of(),
                  MET,
                  unchanged("slower"),
                  unchanged("record-more-cpu")),
          "fail-on-a-busy-machine",
              verdict(
                  "3 limits of 8 exceeded.",
                  List.of(),
                  MET,
                  compared("slower", "service_time.p50", "<= +5 %", 31, 2.5, "ms", ""),
                  compared(
                      "record-more-cpu",
                      "cpu",
                      "<= +3.5 %",
                      62,
                      100,
                      "us",
                      "slower: Receiver.receive +39 µs of CPU per request [+37, +42] (before:"
                          + " 12)"),
                  compared("pages-slower", "service_time.p50", "<= +3.5 %", 4.1, 1, "ms", ""),
                  paired(Finding.UNDECIDED, "leaves the limit of +5 % undecided"),
                  notJudged("record-p95"),
                  notJudged("record-p99"),
                  notJudged("record-cpu")),
          "pass",
              verdict(
                  "The limit is met; about +8 % of time or +7 % of CPU would have failed.",
                  List.of(), MET, elsewhere(512), elsewhere(1024)),
          "warn",
              verdict(
                  "No limit is exceeded, but 2 of 3 warn.",
                  List.of(),
                  MET,
                  line(
                      "record-p95-b",
                      300.0,
                      Finding.WITHIN_WARN,
                      "300 ms exceeds the limit of 250 ms"),
                  paired(Finding.UNDECIDED, "leaves the limit of +5 % undecided")),
          "fail",
              verdict(
                  "2 limits of 3 broken; the first is record | p95.",
                  List.of(),
                  MET,
                  line(
                      "record | p95",
                      712.5,
                      Finding.EXCEEDED,
                      "712.5 ms exceeds the limit of 400 ms"),
                  paired(Finding.EXCEEDED, "exceeds the limit of +5 %")),
          "invalid",
              verdict(
                  "No verdict: record-p95 on http/record (recorder): not one request was made.",
                  List.of(),
                  SampleLines.line(
                      "record-p95",
                      "http/record",
                      "recorder",
                      "response_time.p95",
                      "<= 250 ms",
                      "<= 400 ms",
                      null,
                      "ms",
                      null,
                      0,
                      null,
                      Finding.NOT_MEASURED,
                      "not one request was made"),
                  MET),
          "problem",
              verdict(
                  "No verdict: the run's commit is 'HEAD', which is not a commit id.",
                  List.of(
                      "the run's commit is 'HEAD', which is not a commit id", "<two> & \"more\"")),
          "problem-of-the-run",
              verdict(
                  "No verdict: another commit was measured.",
                  List.of("the recorder is of another commit"),
                  MET),
          "waiver",
              verdict(
                  "No limit is exceeded, but 1 of 2 warns.",
                  List.of(),
                  MET,
                  line(
                      "record-p95-b",
                      290.0,
                      Finding.WAIVED,
                      "290 ms exceeds the limit of 250 ms; waived up to <= 300 ms until 2026-12-31"
                          + " (PERF-12: driver upgrade)")));

  private Verdicts() {}

  /** Returns a verdict with many warnings with long reasons. */
  public static Verdict withManyWarnings() {
    Line[] lines =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    line(
                        "limit-" + i,
                        300.0 + i,
                        Finding.WITHIN_WARN,
                        "%d ms exceeds the limit of 250 ms, ".formatted(300 + i)
                            + "for a reason ".repeat(20)))
            .toArray(Line[]::new);
    return verdict(
        "No limit is exceeded, but 12 of 12 warn, " + "which is much ".repeat(30),
        List.of(),
        lines);
  }

  /** Returns a verdict whose only line gives a reason with the end of a log. */
  public static Verdict withALog(String reason) {
    return verdict(
        "no verdict", List.of(), line("record-p95", 212.5, Finding.NOT_MEASURED, reason));
  }

  private static Line line(String threshold, double value, Finding finding, String reason) {
    return SampleLines.line(
        threshold,
        "http/record",
        "recorder",
        "response_time.p95",
        "<= 250 ms",
        "<= 400 ms",
        value,
        "ms",
        null,
        5000,
        null,
        finding,
        reason);
  }

  private static Line elsewhere(int batch) {
    return SampleLines.line(
        "kafka-throughput",
        "kafka/batch_size/" + batch,
        "direct",
        "throughput",
        ">= 10000 msg/s",
        null,
        null,
        "msg/s",
        null,
        0,
        null,
        Finding.OTHER_PROFILE,
        "only in nightly");
  }

  private static Line unchanged(String threshold) {
    return SampleLines.line(
        threshold,
        "paired/record",
        "recorder",
        "service_time.p50",
        "<= +5 %",
        null,
        null,
        "%",
        null,
        0,
        null,
        Finding.UNCHANGED,
        "nothing that runs differs between both builds");
  }

  private static Line notJudged(String threshold) {
    return SampleLines.busy(
        SampleLines.line(
            threshold,
            "http/record",
            "recorder",
            "response_time.p95",
            "<= 250 ms",
            null,
            null,
            "ms",
            null,
            2000,
            null,
            Finding.NOT_MEASURED,
            "other processes used 45 % of the machine, a valid run has foreign_cpu <= 20 %"),
        45);
  }

  private static Line compared(
      String threshold,
      String metric,
      String limit,
      double change,
      double before,
      String unit,
      String slower) {
    Line line =
        SampleLines.line(
            threshold,
            threshold.startsWith("pages") ? "paired/pages" : "paired/record",
            "recorder",
            metric,
            limit,
            null,
            change,
            "%",
            new ConfidenceInterval(change - 8, change + 9, 0.995, "Hodges-Lehmann"),
            68,
            SampleLines.paired(
                "previous",
                before,
                before * (1 + change / 100),
                unit,
                LoadUnit.REQUEST,
                "the parent commit"),
            Finding.EXCEEDED,
            "%+.1f %% exceeds the limit of %s".formatted(change, limit.substring(3)));
    return slower.isEmpty()
        ? line
        : line.with(slower, "Receiver.receive +39 µs of CPU per request");
  }

  private static Line paired(Finding finding, String reason) {
    return SampleLines.line(
        "record-p50-against-release",
        "paired/record",
        "recorder",
        "service_time.p50",
        "<= +5 %",
        null,
        7.25,
        "%",
        new ConfidenceInterval(
            finding == Finding.EXCEEDED ? 5.5 : 1.5, 9.0, 0.995, "Hodges-Lehmann"),
        120,
        SampleLines.paired("release", 2.5, 2.68, "ms", LoadUnit.REQUEST, "r.war"),
        finding,
        reason);
  }

  private static Verdict verdict(String summary, List<String> problems, Line... lines) {
    return new Verdict(
        Verdict.SCHEMA,
        "20260102-030405",
        "7",
        "main",
        "0123456789012345678901234567890123456789",
        "commit",
        "local",
        Instant.parse("2026-01-02T03:04:05.678Z"),
        Verdict.outcomeOf(problems, List.of(lines)),
        summary,
        null,
        problems,
        List.of(lines),
        List.of());
  }
}
