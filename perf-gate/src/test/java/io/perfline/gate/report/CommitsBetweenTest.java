package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.sample.SampleRepository;
import io.perfline.gate.report.FirstScreen.CommitsBetween;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitsBetweenTest {

  @TempDir Path folder;

  @Test
  void listsTheCommitsAfterTheBaselineTheNewestFirst() throws Exception {
    SampleRepository repository = SampleRepository.create(folder);
    String baseline = repository.commit("old");
    String first = repository.commit("first");
    String last = repository.commit("last");

    CommitsBetween between = between(baseline.substring(0, 10), last + "-dirty");

    assertThat(between.commits())
        .containsExactly(
            "uncommitted changes",
            last.substring(0, 10) + " last",
            first.substring(0, 10) + " first");
    assertThat(between.range()).isEqualTo(baseline.substring(0, 10) + ".." + last.substring(0, 10));
  }

  @Test
  void showsOnlyTheRangeIfGitDoesNotKnowTheCommits() {
    assertThat(between("a".repeat(40), "b".repeat(40)))
        .isEqualTo(new CommitsBetween("aaaaaaaaaa..bbbbbbbbbb", List.of()));
  }

  private CommitsBetween between(String baseline, String commit) {
    return CommitsBetween.of(folder, baseline, commit);
  }
}
