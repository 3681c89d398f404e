package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the Jenkinsfile says, and how a build ends by it. */
class JenkinsfileTest {

  private final Jenkinsfile file = read();

  @Test
  void hasTheAgreedStagesInOrder() {
    Step stages = file.run(new World()).pipeline().child("stages");

    assertThat(stages.children())
        .extracting(stage -> stage.text("name"))
        .containsExactly(
            "Checkout", "Build and test", "Deploy", "Simulate", "Publish", "Gate", "Report");
  }

  @Test
  void limitsTheTimeOfEveryStageAndOfTheWholeBuild() {
    Step pipeline = file.run(new World()).pipeline();

    assertThat(pipeline.child("options").all("timeout")).hasSize(1);
    assertThat(pipeline.all("stage"))
        .allSatisfy(stage -> assertThat(stage.child("options").all("timeout")).hasSize(1));
  }

  @Test
  void neverMeasuresTwiceAtOnce() {
    Step options = file.run(new World()).pipeline().child("options");

    assertThat(options.all("disableConcurrentBuilds")).hasSize(1);
    assertThat(options.child("lock").text("resource")).isEqualTo("perfline");
  }

  @Test
  void buildsEveryCommitAndEveryNight() {
    Step triggers = file.run(new World()).pipeline().child("triggers");

    assertThat(triggers.child("pollSCM").text("value")).startsWith("H");
    assertThat(triggers.child("cron").text("value")).startsWith("H");
  }

  @Test
  void measuresACommitAsAskedAndTheNightAtLength() {
    assertThat(profile(new World())).isEqualTo("commit");
    assertThat(profile(new World().with("PROFILE", "soak"))).isEqualTo("soak");
    assertThat(profile(new World().atNight())).isEqualTo("nightly");
  }

  @Test
  void letsEveryProfileAndEnvironmentBeChosen() {
    Step parameters = file.run(new World()).pipeline().child("parameters");

    assertThat(parameter(parameters, "PROFILE").named().get("choices"))
        .isEqualTo(List.of("commit", "nightly", "soak"));
    assertThat(parameter(parameters, "ENVIRONMENT").text("defaultValue")).isEmpty();
    assertThat(parameters.children())
        .allSatisfy(parameter -> assertThat(parameter.text("description")).isNotBlank());
  }

  @Test
  void measuresWhereTheParameterSaysElseTheAgentElseOnTheLocalStack() {
    World agent = new World().onAgentWith("PERF_ENVIRONMENT", "deploy/environments/compose.yml");

    assertThat(variable(new World(), "PLACE")).isEqualTo("deploy/environments/local.yml");
    assertThat(variable(agent, "PLACE")).isEqualTo("deploy/environments/compose.yml");
    assertThat(variable(agent.with("ENVIRONMENT", "my.yml"), "PLACE")).isEqualTo("my.yml");
  }

  @Test
  void takesPasswordsFromTheStoreByIdAndPutsThemOnNoCommandLine() {
    Build build = file.run(new World());

    assertThat(build.pipeline().child("environment").all("credentials"))
        .extracting(credentials -> credentials.text("id"))
        .containsExactly("perfline-tomcat", "perfline-influxdb");
    assertThat(variable(new World(), "TOMCAT_PSW")).isEqualTo("secret of perfline-tomcat");
    assertThat(build.scripts())
        .noneMatch(script -> script.matches(".*(PSW|secret|TOMCAT|INFLUX).*"));
  }

  @Test
  void callsPerfAndNothingElse() {
    assertThat(file.run(new World()).scripts())
        .isNotEmpty()
        .allMatch(
            script ->
                script.matches("\\./perf [a-z]+( [a-z][a-z/.-]*| --[a-z-]+| \"\\$[A-Z]+\")*"));
  }

  @Test
  void namesNoMachine() {
    assertThat(file.text())
        .doesNotContainPattern("\\d+\\.\\d+\\.\\d+\\.\\d+|localhost|'/|\"/|://|~");
  }

  @ParameterizedTest
  @CsvSource({
    "PASS,    0, SUCCESS",
    "WARN,    0, UNSTABLE",
    "FAIL,    1, FAILURE",
    "INVALID, 3, FAILURE"
  })
  void endsAsTheGateDecidedAndSaysWhy(String outcome, int exitCode, Result result) {
    Build build = file.run(new World().judged(outcome, exitCode, "p95 of http/record is 312 ms"));

    assertThat(build.result()).isEqualTo(result);
    assertThat(build.description()).isEqualTo(outcome + ": p95 of http/record is 312 ms");
    assertReportedAndTakenDown(build);
  }

  @Test
  void isNoVerdictWhenTheGateCouldNotJudge() {
    Build build = file.run(new World().ending("./perf gate \"$RUN\"", 2).withoutVerdict());

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("INVALID: no verdict");
    assertTakenDown(build);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"./perf build", "./perf gate --check", "./perf stack up", "./perf deploy"})
  void measuresNothingAfterAFailureAndSaysNoVerdict(String command) {
    Build build = file.run(new World().ending(command, 3));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("INVALID: no verdict");
    assertThat(build.scripts()).noneMatch(script -> script.startsWith("./perf run --profile"));
    assertTakenDown(build);
  }

  @Test
  void leavesItToTheGateWhatAnInvalidCaseMeans() {
    World world = new World().ending("./perf run --profile", 3);

    assertThat(file.run(world).result()).isEqualTo(Result.SUCCESS);
    assertThat(file.run(world.judged("INVALID", 3, "no verdict")).result())
        .isEqualTo(Result.FAILURE);
  }

  @Test
  void failsWhenPublishingFailsThoughTheGatePasses() {
    Build build = file.run(new World().ending("./perf publish", 3));

    assertThat(build.result()).isEqualTo(Result.FAILURE);
    assertThat(build.description()).startsWith("PASS");
    assertReportedAndTakenDown(build);
  }

  @Test
  void publishesVerdictRunAndReportHoweverItEnded() {
    Step always =
        file.run(new World().ending("./perf build", 3)).pipeline().child("post").child("always");

    assertThat(always.child("junit").text("testResults"))
        .isEqualTo("runs/jenkins-perfline-7/gate-junit.xml");
    assertThat(always.child("archiveArtifacts").text("artifacts"))
        .isEqualTo("runs/jenkins-perfline-7/**");
    assertThat(always.child("publishHTML").named().get("target").toString())
        .contains("runs/jenkins-perfline-7/report", "index.html", "allowMissing=true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sh './perf report \"$RUN\"' | if (true) { sh './perf report' } | logic needs script",
        "sh './perf build --tests'   | when { expression { true } } steps { checkout scm } | no step",
        "triggers {                  | trigger {                 | no place in 'pipeline'",
        "stage('Gate') {             | stage('Gate') { steps { sh 'x' } | twice in 'stage'"
      })
  void wouldNotCompileWithWhatJenkinsRefuses(String was, String is, String why) {
    Jenkinsfile broken = file.with(was, is);

    assertThatThrownBy(() -> broken.run(new World()))
        .isInstanceOf(MultipleCompilationErrorsException.class)
        .hasMessageContaining(why);
  }

  private static Step parameter(Step parameters, String name) {
    return parameters.children().stream()
        .filter(parameter -> name.equals(parameter.text("name")))
        .findFirst()
        .orElseThrow();
  }

  private String profile(World world) {
    return variable(world, "LOAD");
  }

  /** What the shell of the load sees. */
  private String variable(World world, String name) {
    return file.run(world).shells().stream()
        .filter(shell -> shell.script().startsWith("./perf run --profile \"$LOAD\""))
        .map(shell -> shell.environment().get(name))
        .findFirst()
        .orElseThrow();
  }

  private static void assertReportedAndTakenDown(Build build) {
    assertThat(build.scripts()).contains("./perf report \"$RUN\"");
    assertTakenDown(build);
  }

  private static void assertTakenDown(Build build) {
    assertThat(build.scripts()).last().isEqualTo("./perf stack down");
  }

  private static Jenkinsfile read() {
    try {
      return Jenkinsfile.read("Jenkinsfile");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
