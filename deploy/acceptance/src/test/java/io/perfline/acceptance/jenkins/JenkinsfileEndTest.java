package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the result and the description of builds by the Jenkinsfile. */
class JenkinsfileEndTest {

  private final Jenkinsfile file;

  JenkinsfileEndTest() throws IOException {
    file = Jenkinsfile.read("Jenkinsfile");
  }

  @ParameterizedTest
  @CsvSource({
    "PASS,    0, SUCCESS",
    "WARN,    0, UNSTABLE",
    "FAIL,    1, FAILURE",
    "INVALID, 3, FAILURE"
  })
  void endsAsTheGateDecidedWithTheReason(String outcome, int exitCode, Result result) {
    Build build = file.run(new World().judged(outcome, exitCode, "p95 of http/record is 312 ms"));

    assertThat(build.result()).isEqualTo(result);
    assertThat(build.description()).isEqualTo(outcome + ": p95 of http/record is 312 ms");
    assertReportedAndTakenDown(build);
  }

  @Test
  void hasNoVerdictIfTheGateFails() {
    Build build = file.run(new World().ending("./perfline gate \"$RUN\"", 2).withoutVerdict());

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description())
        .isEqualTo("INVALID: no verdict, the gate could not judge; its message is in the log");
    assertThat(build.pipeline().all())
        .extracting(Step::name)
        .doesNotContain("readJSON", "junit", "publishHTML", "archiveArtifacts");
    assertTakenDown(build);
  }

  @Test
  void reportsAFailedCheckoutWithoutFurtherErrors() {
    Build build = file.run(new World().withoutCheckout());

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).isEqualTo("INVALID: no verdict, the checkout failed");
    assertThat(build.scripts()).isEmpty();
  }

  @Test
  void refusesASearchWithoutCommitsBeforeWaiting() throws IOException {
    Build build = Jenkinsfile.read("deploy/jenkins/bisect.Jenkinsfile").run(new World());

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("GOOD and BAD are needed");
    assertThat(build.pipeline().all("lock")).isEmpty();
  }

  @Test
  void aSearchThatEndedLeavesNoRunsForTheNextBuild() throws IOException {
    Jenkinsfile search = Jenkinsfile.read("deploy/jenkins/bisect.Jenkinsfile");
    World commits = new World().with("GOOD", "v1").with("BAD", "HEAD");

    Build interrupted = search.run(commits);
    Build ended = search.run(commits.withoutVerdict());

    assertThat(interrupted.pipeline().all("archiveArtifacts")).hasSize(1);
    assertThat(interrupted.scripts())
        .as("if .perf/bisect.json is there, the next build resumes the search")
        .hasSize(1)
        .noneMatch(script -> script.startsWith("rm"));
    assertThat(ended.scripts()).hasSize(2).endsWith("rm -rf runs/bisect-*");
  }

  @Test
  void aRunningBuildHasNoVerdictYet() {
    assertThat(file.text())
        .contains("currentBuild.description = 'being measured'")
        .containsSubsequence(
            "refuseWhatCannotBeMeasured()", "lock(", "'being measured'", "checkout scm");
  }

  @ParameterizedTest
  @CsvSource({
    "./perfline build,        it does not build",
    "./perfline gate --check, the thresholds cannot be judged by",
    "./perfline baseline,     the baseline does not build",
    "./perfline stack up,     the servers did not start",
    "./perfline deploy,       the deployment failed; the log shows why and what is running now"
  })
  void describesTheFailedStep(String command, String description) {
    assertThat(file.run(new World().ending(command, 3)).description())
        .isEqualTo("INVALID: no verdict, " + description);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./perfline build",
        "./perfline gate --check",
        "./perfline stack up",
        "./perfline deploy"
      })
  void measuresNothingAfterAFailureAndHasNoVerdict(String command) {
    Build build = file.run(new World().ending(command, 3));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("INVALID: no verdict");
    assertThat(build.scripts()).noneMatch(script -> script.startsWith("./perfline run --profile"));
    assertTakenDown(build);
  }

  @Test
  void leavesInvalidCasesToTheGate() {
    World world = new World().ending("./perfline run --profile", 3);

    assertThat(file.run(world).result()).isEqualTo(Result.SUCCESS);
    assertThat(file.run(world.judged("INVALID", 3, "no verdict")).result())
        .isEqualTo(Result.FAILURE);
  }

  @Test
  void failsIfPublishingFailsAlthoughTheGatePasses() {
    Build build = file.run(new World().ending("./perfline publish", 3));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("PASS");
    assertReportedAndTakenDown(build);
  }

  @Test
  void publishesVerdictRunAndReportAfterEveryEnd() {
    Step always =
        file.run(new World().judged("FAIL", 1, "slower"))
            .pipeline()
            .stage("Pipeline")
            .child("post")
            .child("always");

    assertThat(always.all("junit").get(0).text("testResults"))
        .isEqualTo("runs/jenkins-perfline-7/gate-junit.xml");
    assertThat(always.all("archiveArtifacts").get(0).text("artifacts"))
        .isEqualTo("runs/jenkins-perfline-7/**,runs/jenkins-perfline-7-since-release/**");
    assertThat(always.all("publishHTML").get(0).named().get("target").toString())
        .contains("runs/jenkins-perfline-7/report", "index.html")
        // otherwise the job's page loses the link as soon as a build has no report
        .contains("alwaysLinkToLastBuild=false");
  }

  private static void assertReportedAndTakenDown(Build build) {
    assertThat(build.scripts()).contains("./perfline report \"$RUN\"");
    assertTakenDown(build);
  }

  private static void assertTakenDown(Build build) {
    assertThat(build.scripts()).last().isEqualTo("./perfline stack down");
  }
}
