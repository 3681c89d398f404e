package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import groovy.lang.GroovyShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code deploy/jenkins/jenkins.yaml}: what Jenkins is configured with, and that the pipelines find
 * it there.
 */
class JenkinsConfigurationTest {

  private final Yaml file = read();

  @Test
  void letsNobodyInWithoutAPasswordAndListensForNoAgent() {
    Yaml jenkins =
        file.only("jenkins", "credentials", "unclassified", "jobs")
            .at("jenkins")
            .only(
                "systemMessage",
                "numExecutors",
                "labelString",
                "mode",
                "slaveAgentPort",
                "markupFormatter",
                "noUsageStatistics",
                "globalNodeProperties",
                "securityRealm",
                "authorizationStrategy",
                "nodes");
    Yaml users = jenkins.at("securityRealm").only("local").at("local");
    Yaml rights = jenkins.at("authorizationStrategy").only("loggedInUsersCanDoAnything");

    assertThat(users.only("allowsSignup", "users").at("allowsSignup").flag()).isFalse();
    assertThat(users.at("users").list())
        .hasSize(1)
        .allSatisfy(
            user ->
                assertThat(user.only("id", "password").at("password").text())
                    .isEqualTo("${JENKINS_ADMIN_PASSWORD}"));
    assertThat(
            rights
                .at("loggedInUsersCanDoAnything")
                .only("allowAnonymousRead")
                .at("allowAnonymousRead")
                .flag())
        .isFalse();
    assertThat(jenkins.at("slaveAgentPort").number()).isEqualTo(-1);
    Yaml unclassified = file.at("unclassified").only("globalLibraries", "location", "mailer");
    assertThat(unclassified.at("location").only("url", "adminAddress").at("url").text())
        .isEqualTo("${JENKINS_ROOT_URL:-http://127.0.0.1:8081/}");
    unclassified.at("mailer").only("smtpHost", "smtpPort");
    assertThat(jenkins.at("noUsageStatistics").flag()).isTrue();
  }

  @Test
  void givesOtherRepositoriesTheStepOfThisOne() {
    Yaml libraries = file.at("unclassified").at("globalLibraries").only("libraries");
    Yaml library = libraries.at("libraries").list().get(0);
    Yaml git = library.at("retriever").only("modernSCM").at("modernSCM");

    assertThat(library.at("name").text()).isEqualTo("perfline");
    assertThat(git.only("libraryPath", "scm").at("libraryPath").text() + "vars/perfline.groovy")
        .isEqualTo(Jenkinsfile.STEP);
    assertThat(git.at("scm").at("git").at("remote").text()).isEqualTo("${PERF_REPOSITORY}");
  }

  /** Without its plugin, or its configuration, Jenkins would let everybody do everything. */
  @Test
  void aJenkinsThatReadsNoneOfThisComesUpClosed() throws IOException {
    String script = Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/closed.groovy"));
    String inPlaceOfJenkins =
        """

        [strategy: jenkins.strategyName(), anonymous: jenkins.authorizationStrategy?.allowAnonymousRead]

        class FullControlOnceLoggedInAuthorizationStrategy { boolean allowAnonymousRead = true }
        class HudsonPrivateSecurityRealm { HudsonPrivateSecurityRealm(boolean signup) { assert !signup } }
        class Jenkins {
          def securityRealm
          def authorizationStrategy
          static get() { new Jenkins() }
          boolean isUseSecurity() { %s }
          String strategyName() { authorizationStrategy?.class?.name }
        }
        """;

    assertThat(
            new GroovyShell()
                .evaluate(
                    script.replaceAll("(?m)^import .*$", "") + inPlaceOfJenkins.formatted("false")))
        .hasToString("{strategy=FullControlOnceLoggedInAuthorizationStrategy, anonymous=false}");
    assertThat(
            new GroovyShell()
                .evaluate(
                    script.replaceAll("(?m)^import .*$", "") + inPlaceOfJenkins.formatted("true")))
        .hasToString("{strategy=null, anonymous=null}");
    assertThat(Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/Dockerfile")))
        .contains("COPY closed.groovy /usr/share/jenkins/ref/init.groovy.d/closed.groovy");
  }

  /** What mustn't be guessed right anew in each file: the pipelines read what stands here. */
  @Test
  void givesThePipelinesTheVariablesThatTheyAskFor() throws IOException {
    Yaml properties =
        file.at("jenkins").at("globalNodeProperties").list().get(0).only("envVars").at("envVars");
    List<String> names =
        properties.only("env").at("env").list().stream()
            .map(variable -> variable.only("key", "value").at("key").text())
            .toList();

    assertThat(Jenkinsfile.read("Jenkinsfile").text()).contains("env.PERF_MAIL");
    String comment =
        Files.readString(Jenkinsfile.ROOT.resolve("perf-dist/src/main/archive/bin/perf-comment"));
    assertThat(names).contains("PERF_MAIL").hasSize(5);
    assertThat(names.stream().filter(name -> !name.equals("PERF_MAIL")))
        .allSatisfy(name -> assertThat(comment).contains("${" + name + ":?}"));
  }

  @Test
  void hasTheAgentsThatThePipelinesAskFor() throws IOException {
    Yaml jenkins = file.at("jenkins");

    assertThat(pipeline("Jenkinsfile").stage("Pipeline").child("agent").all("label"))
        .extracting(label -> label.text("label"))
        .containsExactly(jenkins.at("labelString").text());
    assertThat(jenkins.at("nodes").list())
        .hasSize(2)
        // on one machine they would delete each other's files
        .doesNotHaveDuplicates()
        .extracting(node -> node.at("permanent").at("remoteFS").text())
        .doesNotHaveDuplicates();
    assertThat(jenkins.at("nodes").list())
        .allSatisfy(
            node -> {
              Yaml agent =
                  node.only("permanent")
                      .at("permanent")
                      .only(
                          "name",
                          "labelString",
                          "mode",
                          "numExecutors",
                          "remoteFS",
                          "retentionStrategy",
                          "launcher");
              assertThat(agent.at("labelString").text()).isEqualTo("loadgen");
              // Two loads on one generator would measure each other.
              assertThat(agent.at("numExecutors").number()).isEqualTo(1);
              assertThat(
                      agent
                          .at("launcher")
                          .only("inbound")
                          .at("inbound")
                          .only("webSocket")
                          .at("webSocket")
                          .flag())
                  .isTrue();
            });
  }

  @Test
  void hasTheCredentialsThatThePipelinesAskForAndNoSecretInTheFile() throws IOException {
    List<Yaml> entries =
        file.at("credentials")
            .only("system")
            .at("system")
            .only("domainCredentials")
            .at("domainCredentials")
            .list()
            .get(0)
            .only("credentials")
            .at("credentials")
            .list();
    List<Yaml> passwords =
        entries.stream()
            .filter(entry -> entry.has("usernamePassword"))
            .map(entry -> entry.only("usernamePassword").at("usernamePassword"))
            .map(
                entry ->
                    entry.only(
                        "scope", "id", "description", "username", "usernameSecret", "password"))
            .toList();
    List<Yaml> tokens =
        entries.stream()
            .filter(entry -> !entry.has("usernamePassword"))
            .map(entry -> entry.only("string").at("string"))
            .map(entry -> entry.only("scope", "id", "description", "secret"))
            .toList();

    assertThat(Stream.concat(passwords.stream(), tokens.stream()))
        .extracting(entry -> entry.at("id").text())
        .containsExactlyInAnyOrderElementsOf(asked());
    assertThat(passwords)
        .allMatch(entry -> entry.at("password").text().matches("\\$\\{[A-Z_]+:-no-password-given}"))
        // a user 'perf' would make './perf' unreadable in every log
        .noneMatch(entry -> entry.at("usernameSecret").flag());
    assertThat(tokens).allMatch(entry -> entry.at("secret").text().matches("\\$\\{[A-Z_]+:-}"));
  }

  /** The ids in all pipelines, and the one that jobs read the repository by. */
  private static Set<String> asked() throws IOException {
    Set<String> ids = new HashSet<>(Set.of("perfline-git"));
    for (String path : List.of("Jenkinsfile", "deploy/jenkins/release.Jenkinsfile")) {
      Pattern.compile("(?:credentials\\(|credentialsId: )'([a-z-]+)'")
          .matcher(Jenkinsfile.read(path).text())
          .results()
          .forEach(id -> ids.add(id.group(1)));
    }
    return ids;
  }

  /**
   * The two are merged, which a key in both would end; the pods take what the pipeline asks for.
   */
  @Test
  void givesThosePodsThatNameItsSecondFile() throws IOException {
    Yaml cloud =
        Yaml.read("deploy/jenkins/kubernetes.yaml")
            .only("jenkins")
            .at("jenkins")
            .only("clouds")
            .at("clouds")
            .list()
            .get(0)
            .only("kubernetes")
            .at("kubernetes");

    assertThat(file.at("jenkins").has("clouds")).isFalse();
    assertThat(cloud.at("webSocket").flag()).isTrue();
    assertThat(cloud.at("templates").list())
        .singleElement()
        .satisfies(template -> assertThat(template.at("label").text()).isEqualTo("loadgen"));
  }

  @Test
  void makesAJobOfEveryPipeline() {
    assertThat(jobs())
        .extracting(job -> job.name() + " " + job.text("name"))
        .containsExactly(
            "pipelineJob perfline",
            "pipelineJob perfline-release",
            "pipelineJob perfline-bisect",
            "pipelineJob perfline-tests",
            "multibranchPipelineJob perfline-changes");
    assertThat(jobs())
        .allSatisfy(
            job -> {
              Path script =
                  Jenkinsfile.ROOT.resolve(job.all("scriptPath").get(0).text("scriptPath"));
              assertThat(script).exists();
              assertThat(job.all().filter(step -> Set.of("url", "remote").contains(step.name())))
                  .extracting(step -> step.text("url"))
                  .contains("${PERF_REPOSITORY}");
              assertThat(
                      job.all()
                          .filter(step -> step.name().matches("credentials(Id)?"))
                          .map(step -> step.text("credentials")))
                  .containsExactly("${GIT_CREDENTIALS:-}");
            });
  }

  /**
   * Jenkins makes the jobs anew when it starts: what only the Jenkinsfile declared would be gone
   * until the next build, and the next build without a trigger is never.
   */
  @Test
  void declaresWhatTheJenkinsfilesDeclare() throws IOException {
    for (Step job : jobs().stream().filter(each -> each.name().equals("pipelineJob")).toList()) {
      Step pipeline = pipeline(job.all("scriptPath").get(0).text("scriptPath"));
      Step properties = job.child("properties");

      assertThat(parameters(job, "Param")).isEqualTo(parameters(pipeline, ""));
      assertThat(triggers(job, "cron", "spec")).isEqualTo(triggers(pipeline, "cron", null));
      assertThat(triggers(job, "pollSCM", "scmpoll_spec"))
          .isEqualTo(triggers(pipeline, "pollSCM", null));
      assertThat(properties.all("disableConcurrentBuilds"))
          .hasSameSizeAs(pipeline.child("options").all("disableConcurrentBuilds"));
      Map<String, Object> kept = pipeline.all("logRotator").get(0).named();
      assertThat(kept).isNotEmpty();
      kept.forEach(
          (key, value) ->
              assertThat(properties.all(key))
                  .extracting(step -> step.text("v"))
                  .contains("" + value));
    }
  }

  /** Each parameter's kind, name, default or choices, and description. */
  private static List<String> parameters(Step all, String suffix) {
    return all.all("parameters").stream()
        .flatMap(parameters -> parameters.children().stream())
        .map(
            step ->
                step.name().replaceAll("Param$", "")
                    + (suffix.isEmpty()
                        ? List.of(
                            step.text("name"),
                            step.named().getOrDefault("defaultValue", step.named().get("choices")),
                            step.text("description"))
                        : step.values()))
        .toList();
  }

  private static List<String> triggers(Step all, String name, String inside) {
    return all.all("triggers").stream()
        .flatMap(triggers -> triggers.all(name).stream())
        .map(step -> inside == null ? step.text("value") : step.child(inside).text("value"))
        .toList();
  }

  private List<Step> jobs() {
    return file.at("jobs").list().stream()
        .map(job -> job.only("script").at("script").text())
        .flatMap(script -> new Jenkinsfile("job", script).runFreely().children().stream())
        .toList();
  }

  private static Step pipeline(String path) throws IOException {
    return Jenkinsfile.read(path).run(new World()).pipeline();
  }

  private static Yaml read() {
    try {
      return Yaml.read("deploy/jenkins/jenkins.yaml");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
