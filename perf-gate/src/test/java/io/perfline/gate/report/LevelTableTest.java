package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.level;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.searched;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunWithSeconds;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LevelTableTest {

  @Test
  void showsEachNumberOfUsersInOrder() {
    Report.Document files =
        report(
            searched(
                "http/browse",
                level(100, 1, times(7_000_000, 2_000_000, 3_000_000)),
                level(50, 0, times(1_000_000, 2_000_000)),
                level(75, 0, times(), "not stable in 30.0 s")));

    String text = files.page().replaceAll("<[^>]+>", " ").replaceAll("\\s+", " ");
    assertThat(text)
        .contains("Levels of users of http/browse, recorder", "within 6 s")
        .containsSubsequence(
            "50 10 s 2 0.2",
            "100 % 0 % stable",
            "75 10 s 0 0 – – – – – ? not stable in 30.0 s",
            "100 10 s 4 0.4",
            "50 % 25 % stable");
    assertThat(files.drawings())
        .filteredOn(drawing -> drawing.file().equals("capacity-http_browse-recorder.svg"))
        .singleElement()
        .satisfies(drawing -> assertThat(drawing.svg()).contains(">p95<"));
  }

  @Test
  void omitsTheShareInTimeIfThereWasNoTimeLimit() {
    CaseResult result = searched("http/mixed", level(20, 1, times(1_000_000, 2_000_000)));

    String page = report(result.withParameters(Map.of())).page();

    assertThat(page).contains("Levels of users of http/mixed").doesNotContain(">within");
    assertThat(page.replaceAll("<[^>]+>", " ").replaceAll("\\s+", " "))
        .contains("max failed what to know 20 10 s 3 0.3 1,000 2,001 2,001 33.3 % stable");
  }

  @Test
  void isMissingWithoutACapacitySearch() {
    assertThat(report(measured("http/record", times(1000))).page())
        .contains("http/record")
        .doesNotContain("Capacity");
  }

  private static Report.Document report(CaseResult result) {
    return new Report(
            Optional.empty(),
            new RunWithSeconds(run("r1", START, result), Map.of()),
            Optional.empty(),
            Optional.empty())
        .compose();
  }
}
