package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.perfline.core.sample.LeftProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends lines to {@code perfline mcp} that a client of the SDK doesn't send, and goes away. */
class McpConnectionIT {

  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}""";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}";

  private final ObjectMapper json = new ObjectMapper();

  @TempDir private Path folder;
  private Process server;
  private Writer requests;
  private BufferedReader replies;

  @BeforeEach
  void startServer() throws IOException, InterruptedException {
    McpProject project = McpProject.in(Files.createDirectory(folder.resolve("project")));
    server =
        new ProcessBuilder(McpServer.script(folder.resolve("tool")).toString(), "mcp")
            .directory(project.folder().toFile())
            .redirectError(folder.resolve("log").toFile())
            .start();
    requests = server.outputWriter(StandardCharsets.UTF_8);
    replies = server.inputReader(StandardCharsets.UTF_8);
    assertThat(ask(INITIALIZE).at("/result/serverInfo/name").asText()).isEqualTo("perfline");
    send(INITIALIZED);
  }

  @AfterEach
  void endServer() throws InterruptedException {
    server.destroyForcibly().waitFor();
    assertThat(LeftProcesses.in(folder)).isEmpty();
  }

  @Test
  void answersOtherLinesWithAnErrorAndGoesOn() throws IOException {
    assertThat(code(ask("{\"jsonrpc\": "))).isEqualTo(-32700);
    assertThat(code(ask("hello"))).isEqualTo(-32700);
    assertThat(code(ask("[]"))).isEqualTo(-32700);
    assertThat(code(ask("{}"))).isEqualTo(-32600);
    assertThat(code(ask("{\"jsonrpc\":\"2.0\",\"id\":{\"a\":1},\"method\":7}"))).isNegative();
    assertThat(code(ask("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"no/such\"}")))
        .isEqualTo(-32601);
    assertThat(code(ask("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":7}")))
        .isNegative();
    assertThat(code(ask("\"" + "x".repeat(2 << 20) + "\""))).isEqualTo(-32600);
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\",\"params\":7}");
    send("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}");
    send("");

    assertThat(ask(PING).path("id").asInt()).isEqualTo(9);
  }

  @Test
  void endsWhenTheClientClosesTheConnection() throws Exception {
    requests.close();

    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
    assertThat(replies.readLine()).isNull();
    assertThat(Files.readAllLines(folder.resolve("log")))
        .as("except Java's note on JDK_JAVA_OPTIONS, which Maven sets")
        .allMatch(line -> line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"));
  }

  @Test
  void endsAComparisonWhoseClientGoesAway() throws Exception {
    startComparison();

    requests.close();

    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
    assertThat(McpServer.started()).isEmpty();
  }

  @Test
  void endsAComparisonIfItIsTerminated() throws Exception {
    startComparison();

    server.destroy();

    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(McpServer.started()).isEmpty();
  }

  /** A killed server can end nothing, so the comparison ends by itself. */
  @Test
  void endsAComparisonEvenIfItIsKilled() throws Exception {
    startComparison();
    List<ProcessHandle> started = server.descendants().toList();

    server.destroyForcibly().waitFor();

    for (ProcessHandle one : started) {
      assertThat(one.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
    }
  }

  /** Starts a comparison, and waits until it measures. */
  private void startComparison() throws IOException {
    ask(call("start_comparison", "{}"));
    String step = "";
    while (!step.equals("run")) {
      JsonNode state = ask(call("run_state", "{\"wait_seconds\": 1}"));
      step = state.at("/result/structuredContent/step").asText();
      assertThat(state.at("/result/structuredContent/state").asText())
          .as("%s", state)
          .isEqualTo("running");
    }
    assertThat(server.descendants().count()).isGreaterThan(2);
  }

  private static String call(String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
        .formatted(tool, arguments);
  }

  private static int code(JsonNode reply) {
    assertThat(reply.at("/error/message").asText()).isNotEmpty();
    return reply.at("/error/code").asInt();
  }

  private void send(String line) throws IOException {
    requests.write(line + "\n");
    requests.flush();
  }

  private JsonNode ask(String line) throws IOException {
    send(line);
    return json.readTree(replies.readLine());
  }
}
