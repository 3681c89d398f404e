package io.perfline.sims.comparison;

import static io.perfline.core.sample.SampleRuns.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunBaseline.Digests;
import io.perfline.core.sample.SampleRuns;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which builds may be added to a comparison. */
class RunExtensionTest {

  private static final String COMMIT = "a".repeat(40);

  @ParameterizedTest(name = "{0}: {1}, {2} → {3}, {4}")
  @CsvSource({
    "clean, base, x, base, x, true",
    "clean, base, x, base, rebuilt, true",
    "clean, base, x, other, x, false",
    "uncommitted, base, x, base, x, true",
    "uncommitted, base, x, base, edited, false"
  })
  void addsOnlyPairsOfTheSameBuilds(
      String state, String base, String build, String base2, String build2, boolean added) {
    String commit = COMMIT + (state.equals("clean") ? "" : "-dirty");
    RunExtension extension = new RunExtension(Path.of("runs/r1"), run(commit, base, build));

    if (added) {
      assertThat(extension.sum(run(commit, base2, build2)).baseline().commit()).isEqualTo(base);
    } else {
      assertThatThrownBy(() -> extension.sum(run(commit, base2, build2)))
          .isInstanceOf(Fault.class)
          .hasMessageContaining("compared other builds");
    }
  }

  private static Run run(String commit, String baseline, String digest) {
    Run any = SampleRuns.run("r1", START);
    return new Run(
        Run.SCHEMA,
        any.run(),
        any.build(),
        any.branch(),
        commit,
        null,
        any.profile(),
        any.environment(),
        any.started(),
        any.ended(),
        List.of(),
        List.of(),
        null,
        new RunBaseline(baseline, baseline, new BaselineSource("parent"), null)
            .with(new Digests(digest, "base")));
  }
}
