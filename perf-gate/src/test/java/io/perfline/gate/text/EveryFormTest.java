package io.perfline.gate.text;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Run;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that facts other than limits are in every format of the verdict. */
class EveryFormTest {

  @TempDir Path folder;

  @Test
  void listsACaseWithoutAThresholdAsNotJudged() throws IOException {
    Verdict verdict = verdict(List.of("http/extra (recorder)"), unchanged());

    assertThat(VerdictTable.of(verdict)).contains("Measured, not judged: http/extra (recorder)");
    assertThat(MarkdownFile.of(verdict, ReportAddress.of(Map.of())))
        .contains("Measured, not judged: http/extra (recorder)");
    assertThat(junit(verdict))
        .contains("tests=\"2\"", "skipped=\"2\"")
        .contains("name=\"http/extra (recorder)\"")
        .contains("measured, not judged: no threshold is about it");
  }

  @Test
  void reportsEqualBuildsAsUnchanged() throws IOException {
    Verdict verdict = verdict(List.of(), unchanged());

    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
    assertThat(VerdictTable.of(verdict)).contains("UNCHANGED");
    assertThat(MarkdownFile.of(verdict, ReportAddress.of(Map.of())))
        .contains("| UNCHANGED | slower: response");
    assertThat(junit(verdict))
        .contains("failures=\"0\"", "errors=\"0\"", "skipped=\"1\"")
        .contains("<skipped message=\"UNCHANGED: response_time.p95: both builds are the same");
  }

  private String junit(Verdict verdict) throws IOException {
    JunitFile.write(folder, verdict, ReportAddress.of(Map.of()));
    return Files.readString(folder.resolve(JunitFile.NAME));
  }

  private static Line unchanged() {
    return SampleLines.line(
        "slower",
        "http/record",
        "recorder",
        "response_time.p95",
        "<= 5 %",
        null,
        null,
        null,
        null,
        0,
        SampleLines.paired("baseline", null, null, "ms", null, "commit 0a"),
        Finding.UNCHANGED,
        "both builds are the same");
  }

  private static Verdict verdict(List<String> notJudged, Line... lines) {
    Run run = run("r1", START, measured("http/record", times(1)));
    return new Verdict(
        Verdict.SCHEMA,
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.profile(),
        run.environment().name(),
        run.ended(),
        Outcome.PASS,
        "in one sentence",
        null,
        List.of(),
        List.of(lines),
        notJudged);
  }
}
