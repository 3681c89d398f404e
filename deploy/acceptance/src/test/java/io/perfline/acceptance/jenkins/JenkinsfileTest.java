package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.codehaus.groovy.control.MultipleCompilationErrorsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests stages, options and triggers of the Jenkinsfile. */
class JenkinsfileTest {

  private final Jenkinsfile file;

  JenkinsfileTest() throws IOException {
    file = Jenkinsfile.read("Jenkinsfile");
  }

  @Test
  void hasTheAgreedStagesInOrder() {
    Step stages = file.run(new World()).pipeline().stage("Pipeline").child("stages");

    assertThat(stages.children())
        .extracting(stage -> stage.text("name"))
        .containsExactly("Checkout", "Build", "Deploy", "Simulate", "Publish", "Gate", "Report");
  }

  @Test
  void limitsTheTimeOfEveryStageAndOfTheWholeBuild() {
    assertThat(file.run(new World()).pipeline().all("stage"))
        .allSatisfy(stage -> assertThat(stage.child("options").all("timeout")).hasSize(1));
  }

  @Test
  void measuresOneBuildAtATimeAndWaitsWithoutExecutorOrTimeLimit() {
    Step pipeline = file.run(new World()).pipeline();

    assertThat(pipeline.child("options").all("disableConcurrentBuilds")).hasSize(1);
    assertThat(pipeline.child("options").all("timeout")).isEmpty();
    assertThat(pipeline.child("agent").text("name")).isEqualTo("none");
    Step first = pipeline.stage("Pipeline").child("options").children().get(0);
    assertThat(first.name()).isEqualTo("lock");
    assertThat(first.text("resource")).isEqualTo("perfline");
  }

  @Test
  void buildsEveryCommitAndEveryNight() {
    Step triggers = file.run(new World()).pipeline().child("triggers");

    assertThat(triggers.child("pollSCM").text("scmpoll_spec")).startsWith("H");
    assertThat(triggers.child("cron").text("value")).startsWith("H");
  }

  @Test
  void leavesChangeRequestsToTheirOwnJob() {
    Step triggers = file.run(change()).pipeline().child("triggers");

    assertThat(triggers.child("pollSCM").text("scmpoll_spec")).isEmpty();
    assertThat(triggers.child("cron").text("value")).isEmpty();
  }

  @Test
  void comparesAChangeRequestWithItsTargetAndCommentsTheVerdict() {
    Build build = file.run(change().onAgentWith("GITHUB_TOKEN", "token"));

    String comment = "perf-dist/src/main/archive/bin/perfline-comment";
    assertThat(build.scripts())
        .contains("./perfline baseline --environment \"$PLACE\" --out target/baseline.json")
        .contains(comment + " runs/jenkins-perfline-7");
    assertThat(Jenkinsfile.ROOT.resolve(comment)).isExecutable();
    assertThat(shell(build, comment).environment())
        .containsEntry("PULL_REQUEST", "7")
        .containsEntry("CI_MERGE_REQUEST_IID", "7");
    assertThat(file.run(change()).scripts()).noneMatch(script -> script.contains("comment"));
    World failed = change().onAgentWith("GITHUB_TOKEN", "token").withoutCheckout();
    assertThat(file.run(failed).scripts()).as("the message about the failed checkout").isEmpty();
    assertThat(file.run(change().onAgentWith("GITHUB_TOKEN", "t").ending("perf-dist", 3)).result())
        .isEqualTo(Result.SUCCESS);
  }

  /** Tests take longer than a verdict, and a failing test must not prevent one. */
  @Test
  void leavesTestsToASeparateJob() throws IOException {
    Jenkinsfile job = Jenkinsfile.read("deploy/jenkins/tests.Jenkinsfile");
    Build tests = job.run(new World());
    World red = new World().onAgentWith("PERF_MAIL", "team").ending("./perfline build --tests", 1);

    assertThat(file.text()).doesNotContain("--tests");
    assertThat(tests.scripts()).containsExactly("./perfline build --tests");
    assertThat(tests.pipeline().all("junit")).hasSize(1);
    assertThat(job.run(red.withoutVerdict()).pipeline().all("junit"))
        .as("without results it would ask for a configuration error")
        .isEmpty();
    assertThat(tests.pipeline().all("mail")).isEmpty();
    assertThat(job.run(red).pipeline().all("mail").get(0).text("subject"))
        .endsWith(" failed: the tests failed, or could not run; the log shows which");
    assertThat(tests.description()).isEqualTo("the tests passed");
    assertThat(job.run(new World().withoutCheckout()).description())
        .as("with a description it is not described and mailed as a build that did not begin")
        .startsWith("the tests failed, or could not run");
    Step first = tests.pipeline().stage("Test").child("options").children().get(0);
    assertThat(first.name()).isEqualTo("lock");
    assertThat(first.text("resource")).isEqualTo("perfline");
  }

  @Test
  void setsTheStatusOfEveryMeasuredCommitIfThereIsAToken() {
    World bitbucket = new World().onAgentWith("BITBUCKET_TOKEN", "token");

    Build commit = file.run(bitbucket.judged("FAIL", 1, "slower"));
    Build night = file.run(bitbucket.atNight());

    String status = "perf-dist/src/main/archive/bin/perfline-status";
    assertThat(Jenkinsfile.ROOT.resolve(status)).isExecutable();
    assertThat(shell(commit, status).script()).isEqualTo(status + " runs/jenkins-perfline-7");
    assertThat(shell(commit, status).environment())
        .containsEntry("PERFLINE_CHECK", "perfline")
        .containsEntry("PERFLINE_REPORT_URL", "https://ci/job/perfline/7/Performance/index.html");
    assertThat(shell(night, status).environment())
        .as("it must not take the place of the commit's own verdict")
        .containsEntry("PERFLINE_CHECK", "perfline/nightly");
    Build good = file.run(new World().onAgentWith("GITEA_TOKEN", "t"));
    assertThat(shell(good, status).environment()).containsEntry("PERFLINE_FAILED", "");
    Build late =
        file.run(new World().onAgentWith("GITEA_TOKEN", "t").ending("./perfline publish", 3));
    assertThat(shell(late, status).environment())
        .as("a build that failed after its verdict passed")
        .containsEntry("PERFLINE_FAILED", "true");
    assertThat(file.run(new World()).scripts()).noneMatch(script -> script.contains("status "));
    assertThat(file.run(bitbucket.withoutCheckout()).scripts()).isEmpty();
  }

  /** Simulates a pipeline of this repository that was created by hand. */
  @Test
  void measuresInAnUnconfiguredJenkins() {
    Build build = file.run(new World().bare().onAgentWith("PERF_MAIL", "team"));

    assertThat(build.result()).isEqualTo(Result.SUCCESS);
    assertThat(build.root().all("legacySCM"))
        .singleElement()
        .satisfies(
            own ->
                assertThat(own.text("libraryPath") + "vars/perfline.groovy")
                    .isEqualTo(Jenkinsfile.STEP));
    assertThat(shell(build, "./perfline run").environment()).doesNotContainKey("TOMCAT_PSW");
    assertThat(build.scripts())
        .as("steps without a password are not repeated")
        .containsOnlyOnce("./perfline deploy --environment \"$PLACE\"");
    assertThat(file.run(new World()).root().all("legacySCM")).isEmpty();
    assertThat(file.run(new World()).root().all("library").get(0).named())
        .as("else git shows no changes")
        .containsEntry("changelog", true);
    Build failed = file.run(new World().bare().judged("FAIL", 1, "slower"));
    assertThat(failed.result()).isEqualTo(Result.FAILURE);
    assertThat(failed.description()).isEqualTo("FAIL: slower");
  }

  @Test
  void namesTheBranchForTheHistory() {
    assertThat(variable(new World(), "GIT_BRANCH")).isEqualTo("origin/main");
  }

  @Test
  void notifiesTheRecipientsOfFailedAndFixedBuilds() {
    World world = new World().onAgentWith("PERF_MAIL", "team").onAgentWith("CHAT_URL", "chat");

    Step red = file.run(world.judged("FAIL", 1, "slower")).pipeline();
    Step fixed = file.run(world.judged("PASS", 0, "all met").fixed()).pipeline();

    assertThat(red.all("mail"))
        .singleElement()
        .satisfies(mail -> assertThat(mail.text("subject")).endsWith(" #7 failed: FAIL: slower"));
    assertThat(red.all("httpRequest"))
        .singleElement()
        .satisfies(call -> assertThat(call.text("requestBody")).contains("failed: FAIL: slower"));
    assertThat(fixed.all("mail"))
        .singleElement()
        .satisfies(mail -> assertThat(mail.text("subject")).endsWith("is fixed: PASS: all met"));
    assertThat(file.run(new World().judged("FAIL", 1, "slower")).pipeline().all("mail")).isEmpty();
    assertThat(file.run(new World().onAgentWith("PERF_MAIL", "team")).pipeline().all("mail"))
        .isEmpty();
  }

  @Test
  void measuresNightlyBuildsForLonger() {
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
  void choosesTheEnvironmentByParameterAgentOrDefault() {
    World agent = new World().onAgentWith("PERF_ENVIRONMENT", "deploy/environments/compose.yml");

    assertThat(variable(new World(), "PLACE")).isEqualTo("deploy/environments/local.yml");
    assertThat(variable(agent, "PLACE")).isEqualTo("deploy/environments/compose.yml");
    assertThat(variable(agent.with("ENVIRONMENT", "my.yml"), "PLACE")).isEqualTo("my.yml");
  }

  @Test
  void takesPasswordsFromTheCredentialsStoreAndKeepsThemOffCommandLines() {
    Build build = file.run(new World());

    assertThat(build.pipeline().all("usernamePassword"))
        .extracting(credentials -> credentials.text("credentialsId"))
        .containsOnly("perfline-tomcat", "perfline-influxdb");
    assertThat(variable(new World(), "TOMCAT_PSW")).isEqualTo("secret of perfline-tomcat");
    assertThat(build.scripts())
        .noneMatch(script -> script.matches(".*(PSW|secret|TOMCAT|INFLUX).*"));
  }

  @Test
  void callsOnlyPerf() {
    assertThat(file.run(new World()).scripts())
        .isNotEmpty()
        .allMatch(
            script ->
                script.matches("\\./perfline [a-z]+( [a-z][a-z/.-]*| --[a-z-]+| \"\\$[A-Z]+\")*"));
  }

  @Test
  void namesNoMachine() {
    assertThat(file.text())
        .doesNotContainPattern("\\d+\\.\\d+\\.\\d+\\.\\d+|localhost|'/|\"/|://|(?<!==)~");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "// A failed measurement does not end the build | if (true) { sh 'x' } // | logic needs"
            + " script",
        "// A failed measurement does not end the build | when { expression { true } } steps {"
            + " checkout scm } // | not a step",
        "triggers {                  | trigger {                 | no place in 'pipeline'",
        "stage('Gate') {             | stage('Gate') { steps { sh 'x' } | twice in 'stage'"
      })
  void usesNoSyntaxThatJenkinsRefuses(String was, String is, String why) {
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

  private static World change() {
    return new World().onAgentWith("BRANCH_NAME", "change-7");
  }

  private static Shell shell(Build build, String beginning) {
    return build.shells().stream()
        .filter(shell -> shell.script().startsWith(beginning))
        .findFirst()
        .orElseThrow();
  }

  private String profile(World world) {
    return variable(world, "LOAD");
  }

  /** Returns a variable of the load's shell. */
  private String variable(World world, String name) {
    return file.run(world).shells().stream()
        .filter(shell -> shell.script().startsWith("./perfline run --profile \"$LOAD\""))
        .map(shell -> shell.environment().get(name))
        .findFirst()
        .orElseThrow();
  }
}
