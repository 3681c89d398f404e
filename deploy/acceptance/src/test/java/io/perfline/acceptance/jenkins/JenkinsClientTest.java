package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the client of the Jenkins test without a Jenkins. */
class JenkinsClientTest {

  private static final String BUILDS =
      """
      {"builds": [
        {"number": 8, "building": true, "result": null, "description": null, "actions": [{}]},
        {"number": 7, "building": %s, "result": "FAILURE", "description": "FAIL: too slow",
         "actions": [{}, {"_class": "BuildData", "lastBuiltRevision": {"SHA1": "abc"}}]}]}
      """;

  @Test
  void waitsForTheBuildOfACommit() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          String login = exchange.getRequestHeaders().getFirst("Authorization");
          boolean known = ("Basic " + base64("admin:secret")).equals(login);
          String answer =
              Map.of(
                      "/job/perfline/api/json", BUILDS.formatted(requests.incrementAndGet() < 2),
                      "/job/perfline/7/consoleText", "the log",
                      "/job/perfline/7/api/json",
                          "{\"artifacts\": [{\"relativePath\": \"runs/a/run.json\"}]}",
                      "/job/perfline/7/Performance/", "<html>")
                  .getOrDefault(path, "");
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(known ? 200 : 403, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      JenkinsClient jenkins = new JenkinsClient(url, "admin", "secret");

      FinishedBuild build = jenkins.awaitBuild("perfline", "abc", Duration.ofSeconds(20));

      assertThat(build.result()).isEqualTo("FAILURE");
      assertThat(build.description()).isEqualTo("FAIL: too slow");
      assertThat(build.log()).isEqualTo("the log");
      assertThat(build.artifacts()).containsExactly("runs/a/run.json");
      assertThat(build.statusOfReport()).isEqualTo(200);
      assertThat(jenkins.statusForAnonymous("job/perfline/api/json")).isEqualTo(403);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void pushesTheCommitThatJenkinsChecksOut(@TempDir Path temporary) throws Exception {
    String remote = GitRepository.bare(temporary.resolve("repository.git"));
    SmallProject project = new SmallProject(Files.createDirectory(temporary.resolve("project")));
    GitRepository repository = GitRepository.of(project.folder(), remote);

    String first = repository.push("first");
    project.decide(Verdicts.FAIL);
    String second = repository.push("second");

    assertThat(second).hasSize(40).isNotEqualTo(first);
    Path clone = temporary.resolve("clone");
    int code = new ProcessBuilder("git", "clone", "-q", remote, clone.toString()).start().waitFor();
    assertThat(code).isZero();
    assertThat(clone.resolve("perfline")).isExecutable();
    assertThat(clone.resolve("thresholds.yml")).hasContent(Verdicts.FAIL.thresholds());
    assertThat(clone.resolve("Jenkinsfile"))
        .hasSameTextualContentAs(Jenkinsfile.ROOT.resolve("Jenkinsfile"));
  }

  /** In this state Jenkins' process runs, but no job is ever created. */
  @Test
  void reportsAtOnceWhyJenkinsGaveUp(@TempDir Path temporary) throws Exception {
    Path program =
        Files.writeString(
            temporary.resolve("java"),
            """
            #!/bin/sh
            echo 'SEVERE hudson.util.BootFailure#publish: Failed to initialize Jenkins'
            echo 'Caused by: ConfiguratorException: No configurator for the root element perfline'
            exec sleep 600
            """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment =
        Map.of(
            "JENKINS_WAR", "none",
            "JENKINS_PLUGINS", Files.createDirectory(temporary.resolve("plugins")).toString(),
            "JENKINS_JAVA", program.toString());
    SmallProject project = new SmallProject(Files.createDirectory(temporary.resolve("project")));

    assertThatThrownBy(() -> RealJenkins.given(environment, project, temporary))
        .hasMessageStartingWith("Jenkins gave up and has no job 'perfline'")
        .hasMessageContaining("No configurator for the root element perfline");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
