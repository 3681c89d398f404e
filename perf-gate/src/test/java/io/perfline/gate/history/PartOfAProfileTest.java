package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.Runs;
import io.perfline.gate.judge.Gate;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.text.LimitGroups;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code ci --only}: a verdict on some cases is not the commit's verdict. */
class PartOfAProfileTest {

  @TempDir private Path folder;

  @Test
  void judgesTheSelectedCasesWithoutRecordingTheVerdict() throws IOException {
    Run whole =
        Runs.good().against(new RunBaseline("main", null, new BaselineSource("parent"), null));
    Run part = whole.selecting(List.of("http/record"));

    Verdict ofWhole = judge(whole);
    Verdict ofPart = judge(part);

    assertThat(ofWhole.outcome()).as(ofWhole.summary()).isEqualTo(Outcome.PASS);
    assertThat(ofPart.outcome()).as(ofPart.summary()).isEqualTo(Outcome.PASS);
    assertThat(ofPart.profile()).isEqualTo(whole.profile() + " --only http/record");
    assertThat(ofPart.lines())
        .filteredOn(line -> !line.caseName().equals("http/record"))
        .isNotEmpty()
        .extracting(Line::finding)
        .containsOnly(Finding.LEFT_OUT, Finding.OTHER_PROFILE);
    assertThat(LimitGroups.of(ofPart.lines()).counts())
        .endsWith("; 2 more left out by --only; 1 more of other profiles");
    assertThat(CommitVerdict.of(whole, ofWhole, "").letThrough()).isTrue();
    assertThat(CommitVerdict.of(whole, ofPart, "").letThrough()).isFalse();
  }

  @Test
  void hasNoVerdictIfNoLimitIsAboutTheSelectedCases() throws IOException {
    assertThat(judge(Runs.good().selecting(List.of("paired"))).outcome())
        .isEqualTo(Outcome.INVALID);
  }

  private Verdict judge(Run run) throws IOException {
    Path limits =
        Files.writeString(
            folder.resolve("thresholds.yml"),
            """
            version: 1
            thresholds:
              - { id: all, case: "**", metric: response_time.p95, pass: "<= 9 s", min_samples: 1 }
            """);
    return Wording.of(
        Gate.judge(
            run,
            ThresholdsFile.read(limits),
            (baseline, candidate, metrics) -> new PastRuns(Map.of(), "none", ""),
            run.ended()));
  }
}
