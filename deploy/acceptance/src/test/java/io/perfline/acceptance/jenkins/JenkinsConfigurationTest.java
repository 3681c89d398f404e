package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code deploy/jenkins/}: what Jenkins is configured with, and that the pipelines find it there.
 */
class JenkinsConfigurationTest {

  /**
   * Which plugin brings a word of the pipelines; core words and those of declarative itself aside.
   */
  private static final Map<String, String> PLUGINS =
      Map.ofEntries(
          Map.entry("pipeline", "pipeline-model-definition"),
          Map.entry("credentials", "credentials-binding"),
          Map.entry("timestamps", "timestamper"),
          Map.entry("lock", "lockable-resources"),
          Map.entry("checkout", "workflow-scm-step"),
          Map.entry("sh", "workflow-durable-task-step"),
          Map.entry("node", "workflow-durable-task-step"),
          Map.entry("script", "workflow-cps"),
          Map.entry("parallel", "workflow-cps"),
          Map.entry("disableConcurrentBuilds", "workflow-job"),
          Map.entry("catchError", "workflow-basic-steps"),
          Map.entry("unstable", "workflow-basic-steps"),
          Map.entry("error", "workflow-basic-steps"),
          Map.entry("timeout", "workflow-basic-steps"),
          Map.entry("stash", "workflow-basic-steps"),
          Map.entry("unstash", "workflow-basic-steps"),
          Map.entry("dir", "workflow-basic-steps"),
          Map.entry("deleteDir", "workflow-basic-steps"),
          Map.entry("archiveArtifacts", "workflow-basic-steps"),
          Map.entry("readJSON", "pipeline-utility-steps"),
          Map.entry("junit", "junit"),
          Map.entry("publishHTML", "htmlpublisher"),
          Map.entry("waitUntil", "workflow-basic-steps"),
          Map.entry("withEnv", "workflow-basic-steps"),
          Map.entry("build", "pipeline-build-step"));

  /** Words that the declarative syntax or Jenkins' core bring. */
  private static final Set<String> CORE =
      Set.of(
          "agent",
          "label",
          "options",
          "skipDefaultCheckout",
          "buildDiscarder",
          "logRotator",
          "parameters",
          "string",
          "choice",
          "booleanParam",
          "triggers",
          "pollSCM",
          "cron",
          "environment",
          "stages",
          "stage",
          "steps",
          "when",
          "expression",
          "post",
          "always",
          "success",
          "failure",
          "unstable",
          "cleanup");

  /** Plugins that no word of a pipeline asks for. */
  private static final Set<String> CONFIGURATION =
      Set.of("configuration-as-code", "job-dsl", "git");

  private static final String RELEASE = "deploy/jenkins/release.Jenkinsfile";

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
    assertThat(file.at("unclassified").only("location").at("location").only("url").at("url").text())
        .isEqualTo("${JENKINS_ROOT_URL:-http://127.0.0.1:8081/}");
  }

  @Test
  void hasTheAgentsThatThePipelinesAskFor() throws IOException {
    Yaml jenkins = file.at("jenkins");

    assertThat(pipeline("Jenkinsfile").child("agent").all("label"))
        .extracting(label -> label.text("label"))
        .containsExactly(jenkins.at("labelString").text());
    assertThat(jenkins.at("nodes").list())
        .hasSize(2)
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
    List<Yaml> stored =
        file
            .at("credentials")
            .only("system")
            .at("system")
            .only("domainCredentials")
            .at("domainCredentials")
            .list()
            .get(0)
            .only("credentials")
            .at("credentials")
            .list()
            .stream()
            .map(entry -> entry.only("usernamePassword").at("usernamePassword"))
            .map(entry -> entry.only("scope", "id", "description", "username", "password"))
            .toList();

    assertThat(stored)
        .extracting(entry -> entry.at("id").text())
        .containsExactlyElementsOf(
            pipeline("Jenkinsfile").all("credentials").stream().map(c -> c.text("id")).toList());
    assertThat(stored)
        .allMatch(
            entry -> entry.at("password").text().matches("\\$\\{[A-Z_]+:-no-password-given}"));
  }

  @Test
  void makesAJobOfEveryPipeline() {
    List<Step> jobs =
        file.at("jobs").list().stream()
            .map(job -> job.only("script").at("script").text())
            .flatMap(script -> new Jenkinsfile("job", script).runFreely().children().stream())
            .toList();

    assertThat(jobs)
        .isNotEmpty()
        .allSatisfy(
            job -> {
              assertThat(job.name()).isEqualTo("pipelineJob");
              Step scm = job.child("definition").child("cpsScm");
              assertThat(Jenkinsfile.ROOT.resolve(scm.child("scriptPath").text("path"))).exists();
              assertThat(scm.all("url").get(0).text("url")).isEqualTo("${PERF_REPOSITORY}");
            });
    assertThat(jobs.get(0).text("name")).isEqualTo("perfline");
    assertThat(jobs.get(0).all("scmpoll_spec")).hasSize(1);
    assertThat(jobs).extracting(job -> job.text("name")).contains("perfline-release");
  }

  @Test
  void installsThePluginsThatArePinnedAndUsedAndNoOther() throws IOException {
    List<String> lines =
        Files.readAllLines(Jenkinsfile.ROOT.resolve("deploy/jenkins/plugins.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();
    World all = new World().with("GENERATORS", "2").with("RELEASE", "v2");
    Set<String> words =
        Stream.of("Jenkinsfile", RELEASE)
            .flatMap(path -> calls(path, all))
            .map(Step::name)
            .collect(Collectors.toSet());
    Set<String> needed =
        words.stream()
            .filter(word -> !CORE.contains(word))
            .map(word -> PLUGINS.getOrDefault(word, "of the unknown word '" + word + "'"))
            .collect(Collectors.toSet());
    needed.addAll(CONFIGURATION);

    assertThat(lines).isSorted().allMatch(line -> line.matches("[a-z-]+:[0-9][0-9A-Za-z._]*"));
    assertThat(lines)
        .extracting(line -> line.substring(0, line.indexOf(':')))
        .containsExactlyInAnyOrderElementsOf(needed);
  }

  private static Stream<Step> calls(String path, World world) {
    try {
      return Jenkinsfile.read(path).run(world).pipeline().all();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
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
