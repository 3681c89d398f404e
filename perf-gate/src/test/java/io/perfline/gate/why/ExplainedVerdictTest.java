package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.Run;
import io.perfline.gate.Runs;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainedVerdictTest {

  private static final String CASE = "paired/record";

  @TempDir Path folder;
  private final Run run = Runs.good();

  private static Line line(Finding finding, BaselineOrigin baseline) {
    return SampleLines.line(
        "more-cpu",
        CASE,
        "recorder",
        "cpu",
        "<= +7 %",
        null,
        80.0,
        "%",
        null,
        300,
        baseline,
        finding,
        "+80 %");
  }

  private Verdict explained(Finding finding, BaselineOrigin baseline) {
    return ExplainedVerdict.of(SampleVerdicts.verdict(run, line(finding, baseline)), folder, run);
  }

  private static BaselineOrigin parent() {
    return SampleLines.paired("parent", 1.0, null, "µs", null, "main~1");
  }

  @Test
  void anExceededComparisonNamesSlowerMethods() throws IOException {
    SampleWhy.write(folder, CASE);

    Verdict verdict = explained(Finding.EXCEEDED, parent());

    assertThat(verdict.lines().get(0).reasonWithMethods())
        .isEqualTo(
            "+80 %; slower: Parser.parse (line 88) +98 µs of CPU per request [+90, +106] (before:"
                + " 12), in HashMap.hash");
    assertThat(verdict.outcome()).isEqualTo(Finding.EXCEEDED.outcome());
  }

  @Test
  void metComparisonsAndAbsoluteLimitsNameNoMethods() throws IOException {
    SampleWhy.write(folder, CASE);

    assertThat(explained(Finding.WITHIN_PASS, parent()).lines().get(0).reasonWithMethods())
        .isEqualTo("+80 %");
    assertThat(explained(Finding.EXCEEDED, null).lines().get(0).reasonWithMethods())
        .isEqualTo("+80 %");
  }

  @Test
  void reportsWhyNoMethodIsKnown() {
    SampleWhy.writeUnknown(folder, CASE, "the service runs elsewhere");

    assertThat(explained(Finding.EXCEEDED, parent()).lines().get(0).reasonWithMethods())
        .contains("the slower methods are not known: the service runs elsewhere");
  }

  @Test
  void unreadableRecordingsDoNotChangeTheOutcome() throws IOException {
    Files.createDirectories(FlightRecordings.folder(folder));
    Files.writeString(FlightRecordings.folder(folder).resolve("recordings.json"), "{");

    Verdict verdict = explained(Finding.EXCEEDED, parent());

    assertThat(verdict.outcome()).isEqualTo(Finding.EXCEEDED.outcome());
    assertThat(verdict.lines().get(0).reasonWithMethods()).contains("not known: cannot read");
  }
}
