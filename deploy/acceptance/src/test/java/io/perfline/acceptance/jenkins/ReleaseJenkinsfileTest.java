package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the gate of a release compares and when it promotes. */
class ReleaseJenkinsfileTest {

  private static final String DEPLOYED = "./perfline deploy --environment \"$PRODUCTION\"";

  @Test
  void comparesTheTagWithTheLastReleaseByTheReleaseThresholds() throws Exception {
    Build build = run(release());

    assertThat(build.pipeline().all("checkout").get(0).named().get("branches").toString())
        .contains("refs/tags/v2");
    assertThat(build.scripts())
        .containsSubsequence(
            "./perfline build",
            "./perfline baseline --against \"$LAST\" --measure --environment \"$PLACE\" --out"
                + " target/baseline.json",
            "./perfline deploy --environment \"$PLACE\"",
            "./perfline run --profile \"$PROFILE\" --out \"$RUN\" --environment \"$PLACE\""
                + " --baseline target/baseline.json --measure",
            "./perfline confirm \"$RUN\""
                + " --thresholds deploy/jenkins/release-thresholds.yml --environment \"$PLACE\"",
            "./perfline stack down");
  }

  @ParameterizedTest
  @CsvSource({
    "PASS,    0, false, SUCCESS,  PROMOTED",
    "WARN,    0, false, UNSTABLE, REFUSED",
    "WARN,    0, true,  UNSTABLE, PROMOTED",
    "FAIL,    1, true,  FAILURE,  REFUSED",
    "INVALID, 3, true,  FAILURE,  REFUSED"
  })
  void promotesAReleaseThatPassed(
      String outcome, int exitCode, boolean acceptWarnings, Result result, String decision)
      throws Exception {
    World world = release().with("PRODUCTION", "live.yml").with("ACCEPT_WARNINGS", acceptWarnings);

    Build build = run(world.judged(outcome, exitCode, "why"));

    assertThat(build.result()).isEqualTo(result);
    assertThat(build.description()).isEqualTo(decision + " v2 " + outcome + ": why");
    assertThat(build.scripts().contains(DEPLOYED)).isEqualTo(decision.equals("PROMOTED"));
    assertThat(
            build.pipeline().all("archiveArtifacts").stream()
                .anyMatch(step -> step.text("artifacts").endsWith("recorder.war")))
        .isEqualTo(decision.equals("PROMOTED"));
  }

  @Test
  void notifiesTheRecipientsOfCommitBuilds() throws Exception {
    World world = release().onAgentWith("PERF_MAIL", "team").onAgentWith("CHAT_URL", "chat");

    Step red = run(world.judged("FAIL", 1, "why")).root();
    Step refused = run(world.judged("WARN", 0, "why")).root();

    assertThat(red.all("mail").get(0).text("subject")).endsWith("failed: REFUSED v2 FAIL: why");
    assertThat(red.all("httpRequest")).hasSize(1);
    assertThat(refused.all("mail").get(0).text("subject"))
        .endsWith("has warnings: REFUSED v2 WARN: why");
    assertThat(run(world.judged("PASS", 0, "why")).root().all("mail")).isEmpty();
  }

  @Test
  void refusesAReleaseThatCannotBePublished() throws Exception {
    Build build = run(release().ending("./perfline publish", 3));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("REFUSED v2 PASS");
  }

  @Test
  void refusesAReleaseThatProductionRejects() throws Exception {
    Build build = run(release().with("PRODUCTION", "live.yml").ending(DEPLOYED, 3));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description())
        .startsWith("REFUSED v2 PASS: ")
        .endsWith("its deployment to production failed; the log shows what is running there");
    assertThat(build.pipeline().all("archiveArtifacts"))
        .noneMatch(step -> step.text("artifacts").endsWith("recorder.war"));
  }

  @Test
  void deploysToProductionWithProductionCredentials() throws Exception {
    Step pipeline = run(release().with("PRODUCTION", "live.yml")).pipeline();

    assertThat(pipeline.stage("Promote").all("usernamePassword"))
        .singleElement()
        .satisfies(
            step ->
                assertThat(step.named())
                    .containsEntry("credentialsId", "perfline-production")
                    .containsEntry("usernameVariable", "TOMCAT_USR")
                    .containsEntry("passwordVariable", "TOMCAT_PSW"));
  }

  @Test
  void deploysAPromotedReleaseOnlyToAConfiguredEnvironment() throws Exception {
    assertThat(run(release()).scripts()).doesNotContain(DEPLOYED);
  }

  @Test
  void requiresBothReleases() throws Exception {
    Build build = run(new World().with("TAG", "v2"));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("REFUSED v2 INVALID: no verdict, TAG and LAST");
    assertThat(build.scripts()).isEmpty();
  }

  private static World release() {
    return new World().with("TAG", "v2").with("LAST", "v1");
  }

  private static Build run(World world) throws Exception {
    return Jenkinsfile.read("deploy/jenkins/release.Jenkinsfile").run(world);
  }
}
