package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
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
