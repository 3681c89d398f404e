package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** {@code perfline mcp} in a process of its own, for a project, with a client of the SDK. */
final class McpServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LATEST = Duration.ofSeconds(120);

  private final McpSyncClient client;

  private McpServer(McpSyncClient client) {
    this.client = client;
  }

  /** Starts a server with the class path of this test, and initializes the connection. */
  static McpServer start(Path tool, Path project, Map<String, String> variables)
      throws IOException {
    ServerParameters command =
        ServerParameters.builder(script(tool).toString()).args("mcp").env(variables).build();
    StdioClientTransport transport =
        new StdioClientTransport(command, new JacksonMcpJsonMapper(JSON)) {
          @Override
          protected ProcessBuilder getProcessBuilder() {
            return new ProcessBuilder().directory(project.toFile());
          }
        };
    McpSyncClient client =
        McpClient.sync(transport).initializationTimeout(LATEST).requestTimeout(LATEST).build();
    try {
      client.initialize();
    } catch (RuntimeException failed) {
      client.close();
      throw failed;
    }
    return new McpServer(client);
  }

  /** Writes the script that starts perfline, as in an installation, with this class path. */
  static Path script(Path tool) throws IOException {
    Path script = Files.createDirectories(tool.resolve("bin")).resolve("perfline");
    Files.writeString(
        script,
        """
        #!/usr/bin/env bash
        exec '%s' -XX:TieredStopAtLevel=1 -Dperf.tool='%s' -Dperf.home="$PWD" -cp '%s' %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                tool,
                System.getProperty("java.class.path"),
                Start.class.getName()));
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  McpSyncClient client() {
    return client;
  }

  /** Calls a tool that is expected to answer. */
  JsonNode call(String tool, Map<String, Object> arguments) throws IOException {
    CallToolResult result = result(tool, arguments);
    String text = text(result);
    assertThat(result.isError()).as(text).isFalse();
    JsonNode answer = JSON.readTree(text);
    assertThat(JSON.<JsonNode>valueToTree(result.structuredContent())).isEqualTo(answer);
    return answer;
  }

  /** Calls a tool that is expected to fail, and returns its message. */
  String fails(String tool, Map<String, Object> arguments) {
    CallToolResult result = result(tool, arguments);
    assertThat(result.isError()).as(text(result)).isTrue();
    return text(result);
  }

  private CallToolResult result(String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static String text(CallToolResult result) {
    assertThat(result.content()).hasSize(1);
    return ((TextContent) result.content().get(0)).text();
  }

  /** Returns the processes that this process has started, directly or not. */
  static List<ProcessHandle> started() {
    return ProcessHandle.current().descendants().toList();
  }

  @Override
  public void close() {
    client.closeGracefully();
  }
}
