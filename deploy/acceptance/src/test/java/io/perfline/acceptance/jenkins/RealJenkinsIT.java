package io.perfline.acceptance.jenkins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the pipeline in a real Jenkins, from a pushed commit to the build's result. Skipped without
 * one: see {@link RealJenkins#NONE}.
 */
class RealJenkinsIT {

  /** Without the hook Jenkins polls every two minutes; the build itself takes seconds. */
  private static final Duration BUILD = Duration.ofMinutes(8);

  private static final String JOB = "perfline";

  private static RealJenkins jenkins;
  private static SmallProject project;
  private static GitRepository repository;

  /** Requests for commit statuses and chat messages. */
  private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();

  private static HttpServer host;
  private static MailServer mailServer;

  @BeforeAll
  static void start(@TempDir Path temporary) throws Exception {
    project = new SmallProject(Files.createDirectory(temporary.resolve("project")));
    host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    host.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          REQUESTS.add(exchange.getRequestURI() + " " + body);
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    host.start();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("GITEA_URL", "http://127.0.0.1:" + host.getAddress().getPort());
    environment.put("GITEA_TOKEN", "token");
    environment.put("GITEA_REPOSITORY", "acme/shop");
    environment.put("CHAT_URL", environment.get("GITEA_URL") + "/chat");
    mailServer = new MailServer();
    environment.put("PERF_MAIL", "team@example.org");
    environment.put("SMTP_HOST", "127.0.0.1");
    environment.put("SMTP_PORT", "" + mailServer.port());
    jenkins =
        RealJenkins.given(environment, project, temporary).orElseGet(() -> abort(RealJenkins.NONE));
    repository = GitRepository.of(project.folder(), jenkins.repository());
  }

  @AfterAll
  static void stop() throws Exception {
    if (jenkins != null) {
      jenkins.close();
    }
    if (mailServer != null) {
      mailServer.close();
    }
    if (host != null) {
      host.stop(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPushedCommitIsBuiltAndEndsAsTheGateDecides(Verdicts verdict) throws Exception {
    project.decide(verdict);
    String commit = repository.push("Expect " + verdict);
    jenkins.client().notifyCommit(jenkins.repository());

    FinishedBuild build = jenkins.client().awaitBuild(JOB, commit, BUILD);

    String log = build.log();
    assertThat(build.result()).as(log).isEqualTo(verdict.result.name());
    assertThat(build.description()).startsWith(verdict.description + ": ");
    assertThat(log)
        .contains("      1 limit ", "./perfline stack down", "compared with ")
        .doesNotContain("Configuration error?");
    assertThat(build.artifacts())
        .anyMatch(path -> path.endsWith("/run.json"))
        .anyMatch(path -> path.endsWith("/verdict.json"))
        .anyMatch(path -> path.endsWith("/report/index.html"));
    assertThat(build.run().path("branch").asText()).isEqualTo("main");
    assertThat(build.statusOfReport()).isEqualTo(200);
    assertThat(build.tests().path("suites")).isNotEmpty();
    assertThat(log).contains("the manager's password is ****");
    jenkins.managersPassword().ifPresent(password -> assertThat(log).doesNotContain(password));
    if (!build.path().endsWith("/1/")) { // a job's first build has no changes
      assertThat(build.changes()).contains(commit);
    }
    assertThat(build.description()).endsWith("compared with " + jobAddress() + "1/");
  }

  /** Visible without opening the report, with a link to the case. */
  @Test
  void theBuildPageAndTheCommitStatusNameTheWorstCase() throws Exception {
    assumeTrue(jenkins.isOurs(), "only a Jenkins that this test starts knows this test's host");
    project.decide(Verdicts.FAIL);
    String commit = repository.push("Expect an answer on the build's page");
    jenkins.client().notifyCommit(jenkins.repository());

    FinishedBuild build = jenkins.client().awaitBuild(JOB, commit, BUILD);

    String place = "Performance/index.html#case-kafka-batch-size-256";
    assertThat(build.description().lines().toList().get(1))
        .startsWith("kafka/batch_size/256 throughput: ")
        .endsWith("/" + place);
    String compared = "compared with <a href=\"" + jobAddress() + "1/\"";
    assertThat(jenkins.client().awaitPage(build.path(), compared, Duration.ofSeconds(30)))
        .containsPattern("<a href=\"[^\"]*/" + place + "\"");
    assertThat(jenkins.client().text(build.path() + "Performance/index.html"))
        .contains("id=\"case-kafka-batch-size-256\"");
    assertThat(build.tests().toString())
        .contains("Performance/index.html#kafka-throughput:kafka/batch_size/256:direct");
    assertThat(REQUESTS)
        .anyMatch(
            status ->
                status.startsWith("/api/v1/repos/acme/shop/statuses/" + commit)
                    && status.contains("\"failure\"")
                    && status.contains("FAIL: "));
    assertThat(REQUESTS)
        .anyMatch(
            request ->
                request.startsWith(
                    "/chat {\"text\":\"perfline #%s failed: FAIL: ".formatted(build.number())));
    assertThat(mailServer.await("perfline #%s failed".formatted(build.number()), BUILD))
        .contains("team@example.org", "FAIL: ", "kafka/batch_size/256 throughput: ");
  }

  @Test
  void anUnreachableRepositoryGivesNoVerdict() throws Exception {
    FinishedBuild build =
        jenkins
            .client()
            .buildOnce("perfline-gone", jenkins.repository() + ".gone", "Jenkinsfile", BUILD);

    assertThat(build.result()).isEqualTo("FAILURE");
    if (jenkins.isOurs()) {
      assertThat(mailServer.await("perfline-gone #1", BUILD)).contains("team@example.org");
    }
    assertThat(jenkins.client().json(build.path() + "api/json").path("description").asText())
        .startsWith("INVALID: no verdict, its pipeline could not be");
  }

  /** Simulates a Jenkins without jenkins.yaml: the library's name is unknown. */
  @Test
  void aManuallyCreatedPipelineLoadsTheLibraryFromItsCheckout() throws Exception {
    project.decide(Verdicts.PASS);
    Files.writeString(
        project.folder().resolve("hand.Jenkinsfile"),
        Jenkinsfile.read("Jenkinsfile")
            .with("library(identifier: 'perfline',", "library(identifier: 'elsewhere',")
            .with("'perfline@own'", "'elsewhere@own'")
            .text());
    repository.push("Expect a job made by hand");

    FinishedBuild build =
        jenkins.client().buildOnce("by-hand", jenkins.repository(), "hand.Jenkinsfile", BUILD);

    assertThat(build.result()).as(build.log()).isEqualTo("SUCCESS");
    assertThat(build.description()).startsWith("PASS: ");
  }

  @Test
  void aReleaseNeedsAComparison() throws Exception {
    project.decide(Verdicts.PASS);
    pushed("Expect a history");

    FinishedBuild history =
        jenkins
            .client()
            .build(
                JOB, Map.of("BASELINE", "history", "RELEASE", "v3", "LAST_RELEASE", "v2"), BUILD);
    FinishedBuild none =
        jenkins.client().build(JOB, Map.of("BASELINE", "none", "RELEASE", "v3"), BUILD);

    assertThat(history.result()).as(history.log()).isEqualTo("SUCCESS");
    assertThat(history.log()).contains("history-thresholds.yml", "perfline-release");
    assertThat(none.result()).isEqualTo("FAILURE");
    assertThat(none.description()).startsWith("INVALID: no verdict, a release is gated only");
  }

  @Test
  void theConfigurationUsesNoObsoleteKeys() throws Exception {
    assertThat(jenkins.client().text("manage/")).doesNotContain("is obsolete, please use");
  }

  @Test
  void wrongParametersAreRefusedAndTheLastReportIsKept() throws Exception {
    project.decide(Verdicts.PASS);
    assertThat(pushed("Expect a report").result()).isEqualTo("SUCCESS");

    FinishedBuild refused = jenkins.client().build(JOB, Map.of("GENERATORS", "abc"), BUILD);

    assertThat(refused.result()).isEqualTo("FAILURE");
    assertThat(refused.description())
        .isEqualTo("INVALID: no verdict, GENERATORS is 'abc', but must be 1 or more");
    assertThat(refused.log())
        .contains("GENERATORS is 'abc'")
        .doesNotContain("\tat ", "Configuration error?", "not found");
    assertThat(jenkins.client().status("job/perfline/Performance/")).isEqualTo(200);
    assertThat(jenkins.client().text("job/perfline/")).contains("Performance");
  }

  /** Meanwhile a build of another job waits for the lock, not for the only executor. */
  @Test
  void anAbortedBuildHasNoVerdictAndStopsTheStack() throws Exception {
    pushed("Expect an abort");
    int number = jenkins.client().start(JOB, Map.of("PROFILE", "soak"));

    String running = jenkins.client().awaitLog(JOB, number, "a load without an end", BUILD);
    int waiting = jenkins.client().start("perfline-bisect", Map.of("GOOD", "v1", "BAD", "v2"));
    jenkins.client().awaitLog("perfline-bisect", waiting, "acquire lock on", BUILD);
    jenkins.client().stop(JOB, number);
    FinishedBuild build = jenkins.client().awaitBuild(JOB, number, BUILD);

    assertThat(running).isEqualTo("being measured");
    assertThat(build.result()).isEqualTo("ABORTED");
    assertThat(build.description()).startsWith("INVALID: no verdict, the build was aborted");
    assertThat(build.log()).contains("./perfline stack down");
    FinishedBuild next = jenkins.client().awaitBuild("perfline-bisect", waiting, BUILD);
    assertThat(next.result()).isEqualTo("SUCCESS");
    assertThat(next.log()).doesNotContain("Configuration error?");
  }

  /** The release job was never built before, and its tags don't exist. */
  @Test
  void aReleaseBuildGetsItsTagsAndReportsAFailedCheckout() throws Exception {
    project.decide(Verdicts.PASS);
    pushed("Expect a release");

    FinishedBuild build =
        jenkins.client().build(JOB, Map.of("RELEASE", "v2.0.0", "LAST_RELEASE", "v1.0.0"), BUILD);
    FinishedBuild release = jenkins.client().awaitBuild("perfline-release", 1, BUILD);

    assertThat(build.log()).doesNotContain("Skipped parameter");
    assertThat(release.parameters()).containsEntry("TAG", "v2.0.0").containsEntry("LAST", "v1.0.0");
    assertThat(release.result()).isEqualTo("FAILURE");
    assertThat(release.description())
        .isEqualTo("REFUSED v2.0.0 INVALID: no verdict, the checkout failed");
    assertThat(release.log()).doesNotContain("./perfline: not found", "Configuration error?");
  }

  @Test
  void aRestartKeepsTheDeclaredJobs() throws Exception {
    assumeTrue(jenkins.isOurs(), "only a Jenkins that this test starts is started again");
    pushed("Expect a restart");
    List<String> before = declared();

    jenkins.restart();

    assertThat(declared())
        .isEqualTo(before)
        .contains("H 1 * * *", "H/2 * * * *", "GENERATORS", "LAST_RELEASE", "TAG", "200", "50")
        .anyMatch(line -> line.contains("DisableConcurrentBuilds"));
  }

  @Test
  void aChangeRequestIsComparedWithItsTarget() throws Exception {
    assumeTrue(jenkins.isOurs(), "only a Jenkins that this test starts has the job of changes");
    project.decide(Verdicts.PASS);
    repository.push("Expect a change request");
    repository.pushChange(1, "Change something");
    jenkins.client().notifyCommit(jenkins.repository());

    FinishedBuild build = jenkins.client().awaitBuild("perfline-changes/job/change-1", 1, BUILD);

    assertThat(build.result()).as(build.log()).isEqualTo("SUCCESS");
    assertThat(build.description()).startsWith("PASS: ");
    assertThat(build.run().path("branch").asText()).isEqualTo("change-1");
    assertThat(build.log()).contains("compared with what is found", "the target is here");
    pushed("Expect no second build of the change request");
    assertThat(jenkins.client().json("job/perfline-changes/job/change-1/api/json").path("builds"))
        .as("the hook of a push elsewhere builds no change request again")
        .hasSize(1);
  }

  /** Uses the documented lines in a repository. */
  @Test
  void theStepOfTheSharedLibraryRunsK6AndIsJudged(@TempDir Path folder) throws Exception {
    assumeTrue(jenkins.isOurs(), "only a Jenkins that this test starts is on this machine");
    Path limits = Files.writeString(folder.resolve("limits.yml"), SharedStepTest.limits("<= 1 us"));
    String words =
        "load.js', home: '%s', thresholds: '%s')"
            .formatted(Installed.in(folder.resolve("installed")), limits);
    Files.writeString(
        project.folder().resolve("shop.Jenkinsfile"),
        SharedStepTest.documented().replace("load.js')", words));
    repository.push("Expect the shared library");

    FinishedBuild build =
        jenkins.client().buildOnce("shop", jenkins.repository(), "shop.Jenkinsfile", BUILD);

    assertThat(build.result()).as(build.log()).isEqualTo("FAILURE");
    assertThat(build.description()).startsWith("FAIL: ");
    assertThat(build.artifacts()).anyMatch(path -> path.endsWith("/verdict.json"));
    assertThat(build.statusOfReport()).isEqualTo(200);
  }

  @Test
  void twoLoadGeneratorsOnOneMachineAreMerged(@TempDir Path folder) throws Exception {
    assumeTrue(jenkins.isOurs(), "only a Jenkins that this test starts has these agents");
    project.decide(Verdicts.PASS);
    pushed("Expect two generators");

    try (LoadGenerators generators =
        LoadGenerators.start(
            jenkins.client(), jenkins.client().url(), folder, "loadgen-1", "loadgen-2")) {
      FinishedBuild build =
          jenkins
              .client()
              .build(
                  JOB,
                  Map.of(
                      "GENERATORS",
                      "2",
                      "BASELINE",
                      "history",
                      "ENVIRONMENT",
                      "deploy/environments/compose.yml"),
                  BUILD);

      assertThat(build.result()).as(build.log()).isEqualTo("SUCCESS");
      assertThat(build.log())
          .contains("Running on loadgen-1", "Running on loadgen-2")
          .contains("shards of 1/2 and 2/2 merged");
    }
  }

  @Test
  void everyPageRequiresAPassword() throws Exception {
    assertThat(jenkins.client().statusForAnonymous("job/perfline/api/json")).isIn(401, 403, 404);
  }

  private static String jobAddress() {
    return jenkins.client().url() + "job/" + JOB + "/";
  }

  /** Pushes a commit, notifies Jenkins, and returns the build. */
  private static FinishedBuild pushed(String message) throws Exception {
    String commit = repository.push(message);
    jenkins.client().notifyCommit(jenkins.repository());
    return jenkins.client().awaitBuild(JOB, commit, BUILD);
  }

  /** Returns parameters, triggers and retention of both jobs, sorted. */
  private static List<String> declared() throws Exception {
    List<String> lines = new ArrayList<>();
    for (String job : List.of(JOB, "perfline-release")) {
      Pattern.compile(
              "<(?:spec|name|numToKeep|artifactNumToKeep)>([^<]*)<"
                  + "|<([a-z.A-Z]*DisableConcurrentBuilds[A-Za-z]*)")
          .matcher(jenkins.client().text("job/%s/config.xml".formatted(job)))
          .results()
          .forEach(found -> lines.add(found.group(1) == null ? found.group(2) : found.group(1)));
    }
    lines.sort(null);
    return lines;
  }
}
