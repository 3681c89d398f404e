package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictSectionsTest {

  @Test
  void showsBothValuesOfAnExceededComparison() {
    HtmlBuilder html = new HtmlBuilder();

    VerdictSections.broken(html, verdict(exceeded()), line -> Optional.empty());

    assertThat(html.toString()).contains("100 → 162 µs per message [+54 %, +71 %]");
  }

  private static Line exceeded() {
    return new Line(
        "more-cpu",
        "paired/record",
        "recorder",
        "cpu",
        "<= +3.5 %",
        null,
        62.0,
        "%",
        new ConfidenceInterval(54.0, 71.0, 0.99, "Hodges-Lehmann"),
        68,
        BaselineOrigin.paired("previous", 100.0, 162.0, "us", "main~1"),
        Outcome.FAIL,
        Finding.BROKEN,
        "is beyond <= +3.5 %");
  }

  private static Verdict verdict(Line line) {
    return new Verdict(
        Verdict.SCHEMA,
        "one",
        "7",
        "main",
        "0".repeat(40),
        "commit",
        "local",
        Instant.EPOCH,
        Outcome.FAIL,
        "1 limit exceeded.",
        List.of(),
        List.of(line),
        List.of());
  }
}
