package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the requests of {@code perfline-status} to each host of repositories. */
class StatusTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SCRIPT =
      Path.of("src/main/archive/bin/perfline-status").toAbsolutePath();
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final String REPORT = "https://ci/job/perfline/7/Performance/index.html";

  @TempDir Path folder;
  private final List<String> requests = new ArrayList<>();
  private int status = 201;
  private HttpServer host;

  @BeforeEach
  void aHost() throws IOException, InterruptedException {
    assumeTrue(
        Installation.run(folder, List.of("bash", "-c", "command -v curl && command -v jq")).code()
            == 0,
        "curl and jq are not here");
    host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    host.createContext(
        "/",
        exchange -> {
          Object body = JSON.readTree(exchange.getRequestBody().readAllBytes());
          String token = exchange.getRequestHeaders().getFirst("PRIVATE-TOKEN");
          requests.add(
              "%s %s %s %s"
                  .formatted(
                      exchange.getRequestMethod(),
                      exchange.getRequestURI(),
                      token == null
                          ? exchange.getRequestHeaders().getFirst("Authorization")
                          : "PRIVATE-TOKEN " + token,
                      body));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    host.start();
  }

  @AfterEach
  void stop() {
    if (host != null) {
      host.stop(0);
    }
  }

  @Test
  void reportsTheVerdictToEachHostInItsTerms() throws Exception {
    verdict("FAIL", "1 of 46 limits exceeded; \"slower\".");

    for (Map<String, String> variables : hosts()) {
      assertThat(status(variables).code()).isZero();
    }

    String link =
        "\"description\":\"FAIL: 1 of 46 limits exceeded; \\\"slower\\\".\",\"%s\":\""
            + REPORT
            + "\"}";
    assertThat(requests)
        .containsExactly(
            "POST /repos/acme/shop/statuses/%s Bearer s3cret {\"state\":\"failure\",\"context\":\"perfline\",%s"
                .formatted(COMMIT, link.formatted("target_url")),
            "POST /projects/42/statuses/%s PRIVATE-TOKEN s3cret {\"state\":\"failed\",\"name\":\"perfline\",%s"
                .formatted(COMMIT, link.formatted("target_url")),
            "POST /api/v1/repos/acme/shop/statuses/%s token s3cret {\"state\":\"failure\",\"context\":\"perfline\",%s"
                .formatted(COMMIT, link.formatted("target_url")),
            "POST /repositories/acme/shop/commit/%s/statuses/build Bearer s3cret {\"state\":\"FAILED\",\"key\":\"perfline\",\"name\":\"perfline\",%s"
                .formatted(COMMIT, link.formatted("url")));
  }

  @ParameterizedTest
  @CsvSource({
    "PASS,    success, success, success, SUCCESSFUL",
    "WARN,    success, success, warning, SUCCESSFUL",
    "INVALID, error,   failed,  error,   FAILED",
    "'',      error,   failed,  error,   FAILED"
  })
  void succeedsOnlyWithAVerdict(
      String outcome, String github, String gitlab, String gitea, String bitbucket)
      throws Exception {
    if (!outcome.isEmpty()) {
      verdict(outcome, "why");
    }

    for (Map<String, String> variables : hosts()) {
      Map<String, String> all = new HashMap<>(variables);
      all.put("PERFLINE_COMMIT", COMMIT);
      assertThat(status(all).code()).isZero();
    }

    assertThat(requests)
        .extracting(request -> request.replaceFirst(".*\"state\":\"([A-Za-z]+)\".*", "$1"))
        .containsExactly(github, gitlab, gitea, bitbucket);
    assertThat(requests.get(0)).contains(outcome.isEmpty() ? "There is no verdict" : "why");
  }

  @ParameterizedTest
  @CsvSource({
    "PASS, error, INVALID: The build failed after the verdict PASS: why",
    "WARN, error, INVALID: The build failed after the verdict WARN: why",
    "FAIL, failure, FAIL: why"
  })
  void aBuildThatFailedNeverSucceeds(String outcome, String state, String text) throws Exception {
    verdict(outcome, "why");
    Map<String, String> variables = new HashMap<>(hosts().get(0));
    variables.put("PERFLINE_FAILED", "true");

    assertThat(status(variables).code()).isZero();

    assertThat(requests.get(0))
        .contains("\"state\":\"" + state + "\"", "\"description\":\"" + text + "\"");
  }

  @Test
  void truncatesLongTextForGithubAndNamesTheCheck() throws Exception {
    verdict("PASS", "ü".repeat(200));
    Map<String, String> variables = new HashMap<>(hosts().get(0));
    variables.put("PERFLINE_CHECK", "perfline/nightly");

    assertThat(status(variables).code()).isZero();

    assertThat(requests.get(0))
        .contains("\"context\":\"perfline/nightly\"", "\"PASS: " + "ü".repeat(133) + "…\"");
  }

  @Test
  void failsIfTheHostRefusesItOrIsUnknown() throws Exception {
    verdict("PASS", "why");
    status = 403;
    Ended refused = status(hosts().get(0));

    assertThat(refused.code()).as("%s", refused).isEqualTo(3);
    assertThat(refused.text()).contains("failed").doesNotContain("s3cret");
    assertThat(status(Map.of()).code()).isEqualTo(2);
  }

  private List<Map<String, String>> hosts() {
    String url = "http://127.0.0.1:" + host.getAddress().getPort();
    return List.of(
        Map.of("GITHUB_API_URL", url, "GITHUB_REPOSITORY", "acme/shop", "GITHUB_TOKEN", "s3cret"),
        Map.of("CI_API_V4_URL", url, "CI_PROJECT_ID", "42", "PERFLINE_GITLAB_TOKEN", "s3cret"),
        Map.of("GITEA_URL", url + "/", "GITEA_REPOSITORY", "acme/shop", "GITEA_TOKEN", "s3cret"),
        Map.of(
            "BITBUCKET_API_URL",
            url,
            "BITBUCKET_REPOSITORY",
            "acme/shop",
            "BITBUCKET_TOKEN",
            "s3cret"));
  }

  private void verdict(String outcome, String summary) throws IOException {
    JSON.writeValue(
        folder.resolve("verdict.json").toFile(),
        Map.of("outcome", outcome, "summary", summary, "commit", COMMIT));
  }

  private Ended status(Map<String, String> variables) throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(variables);
    all.put("PATH", System.getenv("PATH"));
    all.put("PERFLINE_REPORT_URL", REPORT);
    return Installation.run(folder, all, List.of(SCRIPT.toString(), folder.toString()));
  }
}
