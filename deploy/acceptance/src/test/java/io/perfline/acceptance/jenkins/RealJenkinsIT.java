package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.acceptance.jenkins.JenkinsClient.FinishedBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The pipeline in a real Jenkins, from a pushed commit to the build's result. Runs when one is
 * given: {@link RealJenkins#NONE} says how.
 */
class RealJenkinsIT {

  /** Jenkins looks for commits every two minutes; the build itself takes seconds. */
  private static final Duration BUILD = Duration.ofMinutes(8);

  private static RealJenkins jenkins;
  private static SmallProject project;
  private static GitRepository repository;

  @BeforeAll
  static void start(@TempDir Path temporary) throws Exception {
    project = new SmallProject(Files.createDirectory(temporary.resolve("project")));
    jenkins =
        RealJenkins.given(System.getenv(), project, temporary)
            .orElseGet(() -> abort(RealJenkins.NONE));
    repository = GitRepository.of(project.folder(), jenkins.repository());
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (jenkins != null) {
      jenkins.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPushedCommitIsBuiltAndEndsAsTheGateDecides(Verdicts verdict) throws Exception {
    project.decide(verdict);

    FinishedBuild build =
        jenkins.client().awaitBuild("perfline", repository.push("Expect " + verdict), BUILD);

    String log = build.log();
    assertThat(build.result()).as(log).isEqualTo(verdict.result.name());
    assertThat(build.description()).startsWith(verdict.description + ": ");
    assertThat(log).contains("kafka-throughput", "perf stack down");
    assertThat(build.artifacts())
        .anyMatch(path -> path.endsWith("/run.json"))
        .anyMatch(path -> path.endsWith("/verdict.json"))
        .anyMatch(path -> path.endsWith("/report/index.html"));
    assertThat(build.statusOfReport()).isEqualTo(200);
    assertThat(build.tests().path("suites")).isNotEmpty();
    assertThat(log).contains("the manager's password is ****");
    if (jenkins.managersPassword() != null) {
      assertThat(log).doesNotContain(jenkins.managersPassword());
    }
  }

  @Test
  void twoLoadGeneratorsAreMerged(@TempDir Path folder) throws Exception {
    assumeTrue(jenkins.process() != null, "only a Jenkins that this test starts has these agents");
    project.decide(Verdicts.PASS);
    // The job knows its parameters once a build of it has ended.
    jenkins.client().awaitBuild("perfline", repository.push("Expect two generators"), BUILD);

    try (LoadGenerators generators =
        LoadGenerators.start(
            jenkins.client(), jenkins.client().url(), folder, "loadgen-1", "loadgen-2")) {
      FinishedBuild build = jenkins.client().build("perfline", Map.of("GENERATORS", "2"), BUILD);

      assertThat(build.result()).as(build.log()).isEqualTo("SUCCESS");
      assertThat(build.log())
          .contains("Running on loadgen-1", "Running on loadgen-2")
          .contains("shards of 1/2 and 2/2 merged");
    }
  }

  @Test
  void nobodySeesAnythingWithoutAPassword() throws Exception {
    assertThat(jenkins.client().statusForAnonymous("job/perfline/api/json")).isIn(401, 403, 404);
  }
}
