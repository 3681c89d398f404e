package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the step {@code perfline(…)} in pipelines of other repositories. */
class SharedStepTest {

  private static final String OWN = "perfline(file: 'perf.yml')";
  private static final String K6 =
      "perfline(node: 'perf', import: 'k6', files: 'k6.json', load: 'k6 run --out json=k6.json"
          + " load.js')";

  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource({
    "PASS,    0, SUCCESS,  PASS: why",
    "WARN,    0, UNSTABLE, WARN: why",
    "FAIL,    1, FAILURE,  FAIL: why",
    "INVALID, 3, FAILURE,  INVALID: why",
    "PASS,    3, FAILURE,  'INVALID: no verdict, perfline ended with 3 after PASS: why'",
    "'',      0, FAILURE,  : why"
  })
  void endsAsTheGateDecided(String outcome, int code, Result result, String description) {
    World world = new World().judged(outcome, 0, "why").ending("perfline ci", code);

    Build build = pipeline(OWN).runScripted(world);

    assertThat(build.scripts())
        .containsExactly("perfline ci --file perf.yml --run-id jenkins-perfline-7");
    assertThat(build.result()).isEqualTo(result);
    assertThat(build.description()).isEqualTo(description);
    assertThat(build.root().all("archiveArtifacts")).hasSize(1);
    assertThat(build.root().all("junit")).hasSize(1);
    assertThat(build.root().all("publishHTML")).hasSize(1);
    assertThat(build.root().all("lock").get(0).text("resource")).isEqualTo("perfline");
  }

  @ParameterizedTest
  @ValueSource(strings = {OWN, K6})
  void failsWithoutAVerdict(String step) {
    Build build = pipeline(step).runScripted(new World().withoutVerdict());

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description())
        .isEqualTo("INVALID: no verdict, it ended before the gate; its message is in the log");
  }

  @ParameterizedTest
  @ValueSource(strings = {"perfline gate", "perfline publish", "perfline report"})
  void failsIfAnyStageOfAnImportFails(String command) {
    assertThat(pipeline(K6).runScripted(new World().ending(command, 3)).result())
        .isEqualTo(Result.FAILURE);
    assertThat(pipeline(K6).runScripted(new World().ending("perfline trend", 1)).result())
        .as("a level shift fails no build")
        .isEqualTo(Result.SUCCESS);
  }

  @Test
  void doesNotJudgeAFailedImport() {
    Build build = pipeline(K6).runScripted(new World().ending("perfline import", 3));

    assertThat(build.scripts())
        .containsExactly(
            "perfline import k6 k6.json --out runs/jenkins-perfline-7"
                + " --load 'k6 run --out json=k6.json load.js'");
    assertThat(build.description()).startsWith("INVALID: no verdict, the results could not");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "perfline(fil: 'perf.yml')                            | fil is not a parameter",
        "perfline(file: 'perf.yml', files: 'a')               | files is not a parameter",
        "perfline(file: 'perf.yml', token: 'x')               | token is not a parameter",
        "perfline(file: 'shop/perf.yml')                      | go there with dir",
        "perfline(import: 'k6')                               | files: with its result files",
        "perfline([:])                                        | files: with its result files"
      })
  void refusesUnknownParameters(String step, String why) {
    Build build = pipeline(step).runScripted(new World());

    assertThat(build.scripts()).isEmpty();
    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("INVALID: no verdict, perfline: ").contains(why);
  }

  @Test
  void quotesEachArgumentForTheShell() {
    Build build =
        pipeline(
                "perfline(import: 'jmeter', files: ['a b.jtl', 'it\\'s; rm -rf x'], name: 'shop',"
                    + " thresholds: 'limits/shop.yml', history: '$HOME', options: ['--warm-up', '30"
                    + " s'])")
            .runScripted(new World());

    assertThat(build.scripts())
        .containsSubsequence(
            "perfline import jmeter 'a b.jtl' 'it'\\''s; rm -rf x' --out"
                + " runs/jenkins-perfline-7-shop --warm-up '30 s'",
            "perfline gate runs/jenkins-perfline-7-shop --history '$HOME' --thresholds"
                + " limits/shop.yml");
  }

  @Test
  void commentsTheVerdictOnAChangeRequestIfThereIsAToken() {
    World change = new World().onAgentWith("CHANGE_ID", "7");

    assertThat(pipeline(OWN).runScripted(change).scripts()).hasSize(1);
    Build commented = pipeline(OWN).runScripted(change.onAgentWith("GITHUB_TOKEN", "token"));

    assertThat(commented.scripts())
        .endsWith(
            "perfline-status runs/jenkins-perfline-7", "perfline-comment runs/jenkins-perfline-7");
    assertThat(commented.shells().get(2).environment()).containsEntry("PULL_REQUEST", "7");
    assertThat(commented.scripts()).noneMatch(script -> script.contains("token"));
  }

  /** Several steps of one build must not replace each other's status. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "perfline(file: 'perf.yml')                                     | perfline",
        "perfline(file: 'perf.yml', profile: 'commit')                  | perfline",
        "perfline(file: 'perf.yml', profile: 'nightly')                 | perfline/nightly",
        "perfline(file: 'perf.yml', name: 'shop')                       | perfline/shop",
        "perfline(file: 'perf.yml', profile: 'nightly', name: 'shop')   | perfline/nightly/shop",
        "perfline(file: 'perf.yml', profile: 'commit', name: 'a b')     | perfline/a b"
      })
  void namesTheStatusByProfileAndName(String step, String name) {
    Build build = pipeline(step).runScripted(new World().onAgentWith("GITEA_TOKEN", "token"));

    assertThat(build.shells().get(1).script())
        .startsWith("perfline-status runs/jenkins-perfline-7");
    assertThat(build.shells().get(1).environment())
        .containsEntry("PERFLINE_CHECK", name)
        .containsEntry("PERFLINE_FAILED", "");
  }

  @ParameterizedTest
  @CsvSource({"PASS, 3", "FAIL, 1"})
  void reportsToTheHostThatTheBuildFailed(String outcome, int code) {
    World failed = new World().judged(outcome, 0, "why").ending("perfline ci", code);

    Build build = pipeline(OWN).runScripted(failed.onAgentWith("GITEA_TOKEN", "token"));

    assertThat(build.shells().get(1).environment()).containsEntry("PERFLINE_FAILED", "true");
  }

  @Test
  void deletesTheRunsOfThisBuildBeforeAndAfterIt() {
    Step build = pipeline(OWN).runScripted(new World()).root();

    List<String> deleted =
        build.all("dir").stream()
            .filter(
                folder -> folder.children().stream().anyMatch(it -> it.name().equals("deleteDir")))
            .map(folder -> folder.text("path"))
            .toList();
    List<String> both = List.of("runs/jenkins-perfline-7", "runs/jenkins-perfline-7-since-release");
    assertThat(deleted)
        .hasSize(4)
        .startsWith(both.get(0), both.get(1))
        .endsWith(both.get(0), both.get(1));
  }

  @Test
  void takesTheLockBeforeAnAgentAndTheCheckout() {
    Step lock = pipeline(K6).runScripted(new World()).root().all("lock").get(0);

    Step node = lock.child("node");
    assertThat(node.text("label")).isEqualTo("perf");
    assertThat(node.children()).extracting(Step::name).startsWith("checkout").contains("withEnv");
    assertThat(pipeline(OWN).runScripted(new World()).root().all("node")).isEmpty();
  }

  @Test
  void reportsNoVerdictIfTheRepositoryIsUnreachable() {
    Build build = pipeline(K6).runScripted(new World().withoutCheckout());

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("INVALID: no verdict, the build ended before");
    assertThat(build.scripts()).isEmpty();
  }

  /** The results are from a real k6; a fake k6 only copies them here. */
  @ParameterizedTest
  @CsvSource({"<= 5 s, SUCCESS, PASS", "<= 1 us, FAILURE, FAIL"})
  void twoLinesRunK6AndAreJudged(String limit, Result result, String outcome) throws IOException {
    Path project = Files.createDirectory(temporary.resolve("project"));
    Path log = temporary.resolve("log");
    Files.writeString(project.resolve("thresholds.yml"), limits(limit));
    String home = Installed.in(temporary.resolve("installed"));

    Build build =
        new Jenkinsfile("docs/import.md", documented())
            .with("load.js')", "load.js', home: '%s')".formatted(home))
            .runScripted(new Workspace(project, log));

    assertThat(build.description()).as(Files.readString(log)).startsWith(outcome + ": ");
    assertThat(build.result()).isEqualTo(result);
    Path run = project.resolve("runs/jenkins-perfline-7");
    assertThat(run.resolve("verdict.md")).isNotEmptyFile();
    assertThat(run.resolve("report/index.html")).isNotEmptyFile();
    assertThat(project.resolve(".perf/history/jenkins-perfline-7.lp")).isNotEmptyFile();
  }

  /** Returns the documented pipeline with another step. */
  private static Jenkinsfile pipeline(String step) {
    try {
      return new Jenkinsfile("docs/import.md", documented()).with(K6, step);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String limits(String home) {
    return """
    version: 1
    defaults: { min_samples: 10 }
    valid_run: { error_rate: "<= 50 %%", generator_cpu: "<= 100 %%" }
    thresholds:
      - { id: home, case: k6/home, metric: service_time.p95, pass: "%s" }
    """
        .formatted(home);
  }

  static String documented() throws IOException {
    String page = Files.readString(Jenkinsfile.ROOT.resolve("docs/import.md"));
    Matcher block = Pattern.compile("```groovy\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).isTrue();
    assertThat(block.group(1).lines()).hasSize(2);
    return block.group(1);
  }
}
