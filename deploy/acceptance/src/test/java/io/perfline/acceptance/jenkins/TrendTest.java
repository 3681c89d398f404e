package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that builds record level shifts without failing because of them. */
class TrendTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void theTrendDoesNotChangeTheBuild(int exitCode) throws IOException {
    World world = new World().ending("./perfline trend", exitCode);

    Build build = Jenkinsfile.read("Jenkinsfile").run(world);

    assertThat(build.result()).isEqualTo(Result.SUCCESS);
    assertThat(build.scripts())
        .containsSubsequence(
            "./perfline publish \"$RUN\" --environment \"$PLACE\"",
            "./perfline trend \"$RUN\" --publish --json target/trend.json --environment \"$PLACE\"",
            "./perfline report \"$RUN\"");
  }

  @Test
  void aNewShiftIsReportedWithALinkToTheSearch() throws IOException {
    Map<String, String> better = Map.of("state", "better", "case", "http/page");
    Map<String, String> worse =
        Map.of(
            "state", "new",
            "case", "http/record",
            "metric", "response_time.p50",
            "after_commit", "0123abcd",
            "up_to_commit", "4567cdef");
    Build build = Jenkinsfile.read("Jenkinsfile").run(new World().shifted(better, worse));

    assertThat(build.result()).isEqualTo(Result.SUCCESS);
    assertThat(build.description())
        .isEqualTo(
            "PASS: all 9 thresholds are met\nlevel shift of http/record response_time.p50; find the"
                + " commit:"
                + " https://ci/job/perfline-bisect/buildWithParameters?GOOD=0123abcd&BAD=4567cdef");
    assertThat(Jenkinsfile.read("deploy/jenkins/bisect.Jenkinsfile").text())
        .contains("name: 'GOOD'", "name: 'BAD'");
  }
}
