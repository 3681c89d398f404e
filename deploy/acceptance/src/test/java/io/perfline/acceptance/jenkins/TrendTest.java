package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every build marks the level shifts of its history, and none fails by what they say. */
class TrendTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void jenkinsGoesOnWhateverTheTrendIs(int exitCode) throws IOException {
    World world = new World().ending("./perf trend", exitCode);

    Build build = Jenkinsfile.read("Jenkinsfile").run(world);

    assertThat(build.result()).isEqualTo(Result.SUCCESS);
    assertThat(build.scripts())
        .containsSubsequence(
            "./perf publish \"$RUN\" --environment \"$PLACE\"",
            "./perf trend \"$RUN\" --publish --environment \"$PLACE\"",
            "./perf report \"$RUN\"");
  }
}
