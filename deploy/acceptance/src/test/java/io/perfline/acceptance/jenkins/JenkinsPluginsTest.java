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
 * Tests that {@code deploy/jenkins/plugins.txt} pins exactly the plugins whose steps the pipelines
 * use.
 */
class JenkinsPluginsTest {

  /** Plugins by the steps that they define, except for core and declarative syntax. */
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
          Map.entry("fileExists", "workflow-basic-steps"),
          Map.entry("echo", "workflow-basic-steps"),
          Map.entry("mail", "workflow-basic-steps"),
          Map.entry("withCredentials", "credentials-binding"),
          Map.entry("usernamePassword", "credentials-binding"),
          Map.entry("httpRequest", "http_request"),
          Map.entry("writeJSON", "pipeline-utility-steps"),
          Map.entry("readJSON", "pipeline-utility-steps"),
          Map.entry("findFiles", "pipeline-utility-steps"),
          Map.entry("junit", "junit"),
          Map.entry("publishHTML", "htmlpublisher"),
          Map.entry("library", "pipeline-groovy-lib"),
          Map.entry("legacySCM", "pipeline-groovy-lib"),
          Map.entry("readFile", "workflow-basic-steps"),
          Map.entry("waitUntil", "workflow-basic-steps"),
          Map.entry("withEnv", "workflow-basic-steps"),
          Map.entry("build", "pipeline-build-step"));

  /** Keywords of the declarative syntax and of Jenkins' core. */
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
          "fixed",
          "aborted",
          "post",
          "always",
          "success",
          "failure",
          "unstable",
          "cleanup");

  /** Plugins that the configuration and the user interface need. */
  private static final Set<String> CONFIGURATION =
      Set.of(
          "antisamy-markup-formatter",
          "cloudbees-bitbucket-branch-source",
          "configuration-as-code",
          "job-dsl",
          "git",
          "gitea",
          "github-branch-source",
          "gitlab-branch-source",
          "kubernetes",
          "mailer",
          "pipeline-graph-view",
          "pipeline-groovy-lib",
          "plain-credentials",
          "workflow-multibranch");

  private static final String RELEASE = "deploy/jenkins/release.Jenkinsfile";
  private static final String TESTS = "deploy/jenkins/tests.Jenkinsfile";

  @Test
  void installsExactlyThePinnedAndUsedPlugins() throws IOException {
    List<String> lines =
        Files.readAllLines(Jenkinsfile.ROOT.resolve("deploy/jenkins/plugins.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();
    World generators =
        new World()
            .with("GENERATORS", "2")
            .with("BASELINE", "history")
            .with("ENVIRONMENT", "my.yml")
            .with("RELEASE", "v2")
            .onAgentWith("CHAT_URL", "chat")
            .onAgentWith("PERF_MAIL", "team")
            .fixed();
    World release = new World().with("TAG", "v2").with("LAST", "v1").with("PRODUCTION", "live.yml");
    Set<String> words =
        Stream.of(calls("Jenkinsfile", generators), calls(RELEASE, release), calls(TESTS, release))
            .flatMap(calls -> calls)
            .map(Step::name)
            .collect(Collectors.toSet());
    Set<String> needed =
        words.stream()
            .filter(word -> !CORE.contains(word))
            .map(word -> PLUGINS.getOrDefault(word, "of the unknown word '" + word + "'"))
            .collect(Collectors.toSet());
    needed.addAll(CONFIGURATION);

    assertThat(lines).isSorted().allMatch(line -> line.matches("[a-z_-]+:[0-9][0-9A-Za-z._]*"));
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
}
