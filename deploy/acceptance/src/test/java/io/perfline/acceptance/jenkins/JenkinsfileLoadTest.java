package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how the Jenkinsfile's parameters change load, agents and baseline. */
class JenkinsfileLoadTest {

  @Test
  void measuresOnItsOwnAgentByDefault() throws Exception {
    Build build = run(new World());

    assertThat(build.pipeline().all("node")).isEmpty();
    assertThat(build.scripts())
        .filteredOn(script -> script.startsWith("./perfline run --profile"))
        .containsExactly(
            "./perfline run --profile \"$LOAD\" --out \"$RUN\" --environment \"$PLACE\""
                + " --baseline target/baseline.json");
  }

  @Test
  void sharesTheLoadAmongSimultaneousGeneratorsAndMergesTheirRuns() throws Exception {
    Build build = run(generators("2"));

    List<Shell> loads =
        build.shells().stream().filter(shell -> shell.script().contains("--shard")).toList();
    assertThat(build.pipeline().all("node")).extracting(node -> node.text("label")).hasSize(2);
    assertThat(build.pipeline().all("node"))
        .allSatisfy(
            node -> {
              assertThat(node.text("label")).isEqualTo("loadgen");
              assertThat(node.all("checkout"))
                  .singleElement()
                  .satisfies(
                      checkout ->
                          assertThat(checkout.named().get("scm").toString())
                              .contains("0123456789012345678901234567890123456789"));
              assertThat(node.all("stash")).hasSize(1);
            });
    assertThat(loads).extracting(load -> load.environment().get("SHARD")).contains("1/2", "2/2");
    assertThat(loads).extracting(load -> load.environment().get("START")).hasSize(2);
    assertThat(loads.stream().map(load -> load.environment().get("START")).distinct()).hasSize(1);
    assertThat(build.pipeline().all("unstash"))
        .extracting(step -> step.text("name"))
        .containsExactly("shard-1", "shard-2");
    assertThat(build.scripts())
        .containsSubsequence(
            loads.get(1).script(),
            "./perfline merge \"$RUN\".shards/* --out \"$RUN\"",
            "./perfline publish \"$RUN\" --environment \"$PLACE\"");
  }

  @Test
  void collectsAnInvalidShardForTheGate() throws Exception {
    Build build =
        run(
            generators("2")
                .ending("./perfline run --profile \"$LOAD\" --shard", 3)
                .ending("./perfline merge", 3)
                .judged("INVALID", 3, "a generator was busy"));

    assertThat(build.pipeline().all("stash")).hasSize(2);
    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).isEqualTo("INVALID: a generator was busy");
  }

  @Test
  void aBrokenGeneratorEndsTheLoadOfTheOthers() throws Exception {
    World broken = generators("2").ending("./perfline run --profile \"$LOAD\" --shard", 3);
    World alone = generators("2").withLibrary("30 * 60_000", "-1");

    Build waiting = run(alone.withoutVerdict());

    assertThat(run(broken).pipeline().all("parallel"))
        .filteredOn(parallel -> parallel.named().containsKey("generator 1"))
        .singleElement()
        .satisfies(parallel -> assertThat(parallel.named()).containsEntry("failFast", true));
    assertThat(waiting.pipeline().all("error"))
        .extracting(error -> error.text("message"))
        .first()
        .asString()
        .startsWith("generator 1 waited 30 minutes for the others: 1 of 2 are ready");
    assertThat(waiting.scripts()).noneMatch(script -> script.contains("--shard"));
    assertThat(waiting.result()).as("which sends a mail").isEqualTo(Result.FAILURE);
  }

  @ParameterizedTest
  @CsvSource({
    "abc, history, my.yml, GENERATORS is 'abc'",
    "0,   history, my.yml, GENERATORS is '0'",
    "'',  history, my.yml, GENERATORS is ''",
    "2,   history, '',     name by ENVIRONMENT a file"
  })
  void refusesAtOnceLoadsThatSeveralGeneratorsCannotMeasure(
      String generators, String baseline, String environment, String why) throws Exception {
    Build build =
        run(generators(generators).with("BASELINE", baseline).with("ENVIRONMENT", environment));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("INVALID: no verdict, ").contains(why);
    assertThat(build.pipeline().all("checkout")).isEmpty();
  }

  @Test
  void severalGeneratorsBuildTheBaselineAndMeasureInPairs() throws Exception {
    Build build = run(generators("2").with("BASELINE", "paired").comparedWith("0123abcd"));

    assertThat(build.result()).isEqualTo(Result.SUCCESS);
    assertThat(build.scripts())
        .as("each generator builds the commit that this build is compared with")
        .filteredOn(script -> script.startsWith("./perfline baseline --against 0123abcd "))
        .hasSize(2);
    assertThat(build.scripts())
        .filteredOn(script -> script.startsWith("./perfline run --profile"))
        .hasSize(2)
        .allMatch(
            script ->
                script.contains("--shard") && script.endsWith("target/baseline.json --gap 60"));
  }

  @Test
  void measuresSideBySideWithTheLastGoodCommit() throws Exception {
    Build build = run(new World().comparedWithBuild(3));

    assertThat(build.scripts())
        .as("which commit that is, the verdicts on earlier commits decide, not Jenkins' results")
        .contains(
            "./perfline baseline --environment \"$PLACE\" --out target/baseline.json",
            "./perfline gate \"$RUN\" --environment \"$PLACE\"",
            "./perfline baseline --judged \"$RUN\" --environment \"$PLACE\"");
    assertThat(shell(build, "./perfline run --profile").script())
        .endsWith(" --baseline target/baseline.json");
    assertThat(build.description()).endsWith("\ncompared with https://ci/job/perfline/3/");
    assertThat(run(new World()).description()).doesNotContain("\n");
  }

  @Test
  void comparesANightlyBuildWithTheLastNightAndTheRelease() throws Exception {
    Build build = run(new World().atNight());

    assertThat(build.scripts())
        .as("whatever commit was good last: the night measures regardless")
        .containsSubsequence(
            "./perfline baseline --since night --measure --environment \"$PLACE\""
                + " --out target/baseline.json",
            "./perfline run --profile \"$LOAD\" --out \"$RUN\" --environment \"$PLACE\""
                + " --baseline target/baseline.json --measure",
            "./perfline baseline --since release --measure --environment \"$PLACE\""
                + " --out target/release.json",
            "mkdir -p \"$RUN-since-release\"",
            "./perfline run paired --profile nightly --measure --baseline target/release.json"
                + " --out \"$RUN-since-release\" --environment \"$PLACE\"",
            "./perfline gate \"$RUN-since-release\" --no-history",
            "./perfline gate \"$RUN\" --environment \"$PLACE\"");
  }

  @Test
  void comparesWithTheReleaseAlsoAfterAnInvalidCase() throws Exception {
    World night = new World().atNight().ending("./perfline run --profile", 3);

    Build build = run(night.judged("INVALID", 3, "a case is invalid"));

    assertThat(build.scripts())
        .contains("./perfline gate \"$RUN-since-release\" --no-history")
        .anyMatch(script -> script.startsWith("./perfline run paired"));
    assertThat(build.pipeline().stage("Simulate").all("error"))
        .extracting(error -> error.text("message"))
        .containsExactly("the measurement ended with exit code 3; its messages are above");
    assertThat(build.description()).isEqualTo("INVALID: a case is invalid");
    assertThat(run(night.withoutVerdict()).scripts())
        .as("without run.json")
        .noneMatch(script -> script.contains("release"));
  }

  @Test
  void severalGeneratorsCompareANightlyBuildWithTheReleaseToo() throws Exception {
    World night = generators("2").with("BASELINE", "paired").comparedWith("0123abcd").atNight();

    Build build = run(night);

    String release =
        "./perfline baseline --since release --measure --environment \"$PLACE\" --out ";
    assertThat(build.scripts())
        .containsSubsequence(
            "./perfline merge \"$RUN\".shards/* --out \"$RUN\"",
            release + "target/release.json",
            release + "target/baseline.json",
            release + "target/baseline.json",
            "./perfline merge \"$RUN\".shards/* --out \"$RUN\"",
            "./perfline gate \"$RUN-since-release\" --no-history");
    assertThat(build.shells())
        .filteredOn(shell -> shell.script().startsWith("./perfline run paired --profile"))
        .hasSize(2)
        .allMatch(
            shell -> shell.script().endsWith("--baseline target/baseline.json --gap 60 --measure"))
        .extracting(shell -> shell.environment().get("OUT"))
        .containsExactly(
            "runs/jenkins-perfline-7-since-release.shards/1",
            "runs/jenkins-perfline-7-since-release.shards/2");
    assertThat(run(night.ending("./perfline baseline --since release --measure", 3)).scripts())
        .as("its folder has no verdict then, so the gate has none")
        .contains("mkdir -p \"$RUN-since-release\"")
        .noneMatch(script -> script.startsWith("./perfline run paired"));
  }

  /** The gate gives no verdict for a folder without one. */
  @Test
  void aReleaseThatDoesNotBuildLeavesAFolderWithoutVerdict() throws Exception {
    Build build = run(new World().atNight().ending("./perfline baseline --since release", 3));

    assertThat(build.scripts())
        .contains(
            "mkdir -p \"$RUN-since-release\"", "./perfline gate \"$RUN\" --environment \"$PLACE\"")
        .noneMatch(script -> script.startsWith("./perfline run paired"));
  }

  @ParameterizedTest
  @CsvSource({"failed, json", "always, --why", "never, --no-why"})
  void namesSlowerMethodsOfTheRequestedComparisons(String why, String end) throws Exception {
    assertThat(shell(run(new World().with("WHY", why)), "./perfline run --profile").script())
        .endsWith(end);
  }

  @Test
  void comparesWithNothingIfConfigured() throws Exception {
    assertThat(run(new World().with("BASELINE", "none")).scripts())
        .contains("./perfline gate \"$RUN\" --no-history --environment \"$PLACE\"");
  }

  @Test
  void judgesUnpairedBuildsByTheirOwnLimits() throws Exception {
    String limits = " --thresholds deploy/jenkins/history-thresholds.yml";

    assertThat(run(new World().with("BASELINE", "history")).scripts())
        .contains(
            "./perfline gate --check --cases target/cases.json" + limits,
            "./perfline gate \"$RUN\"" + limits + " --environment \"$PLACE\"")
        .noneMatch(script -> script.startsWith("./perfline baseline --environment"));
  }

  @Test
  void refusesAReleaseWithoutAComparison() throws Exception {
    Build build = run(new World().with("RELEASE", "v2").with("BASELINE", "none"));

    assertThat(build.description()).startsWith("INVALID: no verdict, a release is gated only");
    assertThat(build.pipeline().all("build")).isEmpty();
    assertThat(build.scripts()).isEmpty();
  }

  @Test
  void startsTheReleaseBuildOnlyAfterAPass() throws Exception {
    World release = new World().with("RELEASE", "v2").with("LAST_RELEASE", "v1");

    Step handedOn = run(release).pipeline().all("build").get(0);
    assertThat(handedOn.named()).contains(Map.entry("job", "perfline-release"));
    assertThat(handedOn.named()).contains(Map.entry("wait", false));
    assertThat(run(release.judged("WARN", 0, "slower")).pipeline().all("build")).isEmpty();
    assertThat(run(new World()).pipeline().all("build")).isEmpty();
  }

  private static World generators(String number) {
    return new World()
        .with("GENERATORS", number)
        .with("BASELINE", "history")
        .with("ENVIRONMENT", "my.yml");
  }

  private static Build run(World world) throws Exception {
    return Jenkinsfile.read("Jenkinsfile").run(world);
  }

  private static Shell shell(Build build, String beginning) {
    return build.shells().stream()
        .filter(shell -> shell.script().startsWith(beginning))
        .findFirst()
        .orElseThrow();
  }
}
