package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls the tools of {@code perfline mcp} that measure nothing, and calls them wrongly. */
class McpToolsIT {

  private static final String SECRET = "correct horse battery";

  @TempDir private Path folder;
  private Path project;
  private McpServer server;

  @BeforeEach
  void startServer() throws IOException {
    project = Files.createDirectory(folder.resolve("project"));
    write(
        "perf.yml",
        """
        version: 1
        service: {url: 'http://127.0.0.1:1', ready: {get: /, within: 1 s}}
        load:
          checkout: {connections: 1, requests: [{get: /, headers: {X-Api-Key: '${SHOP_TOKEN}'}}]}
        profiles: {commit: {warm_up: 1 s, duration: 1 s}}
        """);
    write(
        "thresholds.yml",
        """
        version: 1
        thresholds:
          - id: fast
            case: checkout
            metric: response_time.p95
            pass: "<= 100 ms"
          - {id: errors, case: checkout, metric: error_rate, pass: "<= 0 %"}
        """);
    server = McpServer.start(folder.resolve("tool"), project, Map.of("SHOP_TOKEN", SECRET));
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void listsToolsWithSchemas() {
    assertThat(server.client().listTools().tools())
        .extracting(Tool::name)
        .containsExactlyInAnyOrder(
            "start_comparison",
            "run_state",
            "cancel_run",
            "try_scenario",
            "read_verdict",
            "explain_limit",
            "name_methods",
            "compare_runs",
            "list_cases_and_limits",
            "check_files");
    assertThat(server.client().listTools().tools())
        .allSatisfy(
            tool -> {
              assertThat(tool.description()).matches("(?s)[A-Z].*\\.");
              assertThat(tool.inputSchema())
                  .containsEntry("type", "object")
                  .containsEntry("additionalProperties", false);
            });
    assertThat(server.client().getServerInfo().version()).contains("commit");
    assertThat(server.client().getServerInstructions()).contains("start_comparison");
  }

  @Test
  void checksBothFiles() throws IOException {
    assertThat(server.call("check_files", Map.of()).path("valid").asBoolean()).isTrue();

    write("perf.yml", "version: 1\nservice: {}\nlod: {}\n");
    JsonNode wrong = server.call("check_files", Map.of());

    assertThat(wrong.path("valid").asBoolean()).isFalse();
    assertThat(wrong.path("mistakes").findValuesAsText("line")).contains("2", "3");
    assertThat(wrong.path("mistakes").findValuesAsText("file")).containsOnly("perf.yml");
    assertThat(wrong.path("mistakes").toString()).contains("lod");
  }

  @Test
  void checksTheLimitsAgainstTheCases() throws IOException {
    String limits = Files.readString(project.resolve("thresholds.yml"));
    write("thresholds.yml", limits.replace("case: checkout\n", "case: chekout\n"));

    JsonNode wrong = server.call("check_files", Map.of());

    JsonNode first = wrong.path("mistakes").path(0);
    assertThat(first.path("file").asText()).isEqualTo("thresholds.yml");
    assertThat(first.path("line").asInt()).isPositive();
    assertThat(first.path("message").asText()).contains("chekout");
  }

  @Test
  void listsCasesAndLimits() throws IOException {
    JsonNode listed = server.call("list_cases_and_limits", Map.of());

    assertThat(listed.path("cases").findValuesAsText("name")).contains("checkout");
    assertThat(listed.path("scenarios").path(0).asText()).isEqualTo("checkout");
    assertThat(listed.path("limits").findValuesAsText("limit")).containsExactly("fast", "errors");
    assertThat(listed.path("limits").findValuesAsText("at"))
        .containsExactly("thresholds.yml:3:5", "thresholds.yml:7:5");
    assertThat(listed.path("limits").path(0).path("text").asText())
        .isEqualTo("id: fast\ncase: checkout\nmetric: response_time.p95\npass: \"<= 100 ms\"");
    assertThat(listed.path("limits").path(1).path("text").asText()).startsWith("{id: errors");
  }

  @Test
  void readsNothingOutsideOfTheProject() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other/run"));
    Files.writeString(other.resolve("verdict.json"), "{\"secret\": 1}");
    Files.createDirectory(project.resolve("runs"));
    Files.createSymbolicLink(project.resolve("runs/link"), other);
    Path run = Files.createDirectory(project.resolve("runs/real"));
    Files.createSymbolicLink(run.resolve("verdict.json"), other.resolve("verdict.json"));

    assertThat(server.fails("read_verdict", Map.of("run", "../../etc/passwd")))
        .contains("'../../etc/passwd' is not a run's id");
    assertThat(server.fails("read_verdict", Map.of("run", "/etc"))).contains("is not a run's id");
    assertThat(server.fails("read_verdict", Map.of("run", "link"))).contains("outside");
    assertThat(server.fails("read_verdict", Map.of("run", "real"))).contains("outside");
    assertThat(server.fails("compare_runs", Map.of("before", "link", "after", "real")))
        .contains("outside");
    assertThat(server.fails("start_comparison", Map.of("against", "../other/app.war")))
        .contains("is not a commit");
    assertThat(server.fails("start_comparison", Map.of("against", "runs/link")))
        .contains("outside");
    assertThat(server.fails("start_comparison", Map.of("only", new String[] {"@/etc/passwd"})))
        .contains("'only' is not a name");
    write("perf.yml", Files.readString(project.resolve("perf.yml")) + "thresholds: ../other/t.yml");
    assertThat(server.call("check_files", Map.of()).toString()).contains("outside");
  }

  @Test
  void refusesWhatItDoesNotKnowAndGoesOn() throws IOException {
    assertThatThrownBy(
            () -> server.client().callTool(CallToolRequest.builder("drop_tables").build()))
        .isInstanceOfSatisfying(
            McpError.class,
            error -> assertThat(error.getJsonRpcError().data()).asString().contains("drop_tables"));
    assertThat(server.fails("read_verdict", Map.of("file", "x"))).contains("file");
    assertThat(server.fails("read_verdict", Map.of("max", "many"))).contains("max");
    assertThat(server.fails("explain_limit", Map.of())).contains("limit");
    assertThat(server.fails("read_verdict", Map.of())).contains("no run has a verdict");
    assertThat(server.fails("run_state", Map.of())).contains("nothing was started");
    assertThat(server.fails("cancel_run", Map.of("run", "x"))).contains("not started");
    assertThat(server.fails("try_scenario", Map.of("scenario", "chekout")))
        .contains("it has: checkout");

    assertThat(server.client().ping()).isNotNull();
  }

  @Test
  void triesAScenarioAndHidesSecrets() throws IOException {
    write(
        "perf.yml",
        Files.readString(project.resolve("perf.yml"))
            .replace(
                "url: 'http://127.0.0.1:1'", "command: 'echo \"$SHOP_TOKEN\"; exit 1 # ${PORT}'"));

    JsonNode tried = server.call("try_scenario", Map.of("scenario", "checkout"));

    assertThat(tried.path("state").asText()).isEqualTo("ended");
    assertThat(tried.path("exit_code").asInt()).isEqualTo(3);
    assertThat(tried.path("output").toString()).contains("${SHOP_TOKEN}").doesNotContain(SECRET);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(project.resolve(file), text);
  }
}
