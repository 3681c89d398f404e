package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.command.ShutdownHook;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Serves tools to one client, until it closes the connection. */
final class AgentServer {

  private static final String INSTRUCTIONS =
      """
      perfline compares the working tree with its baseline commit under the same load, and reports \
      whether the service got slower, with the method that did. Usual order: check_files, \
      start_comparison, run_state with wait_seconds until it has ended, read_verdict. Exit codes: \
      0 pass (warnings included), 1 a limit is exceeded, 2 wrong configuration, 3 no verdict, which \
      is never a pass. Never loosen a limit to make a build pass; explain_limit and name_methods \
      show what got slower.""";

  private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(new ObjectMapper());

  private AgentServer() {}

  /**
   * Serves until the client has closed the connection and everything that it started has ended.
   *
   * @param version the version of perfline
   */
  static void serve(
      ProjectFolder project,
      LauncherScript launcher,
      String version,
      InputStream requests,
      OutputStream replies)
      throws InterruptedException {
    ComparisonTools comparisons = new ComparisonTools(project, launcher, Clock.systemUTC());
    Stream<Tool> tools =
        Stream.of(
                comparisons.tools(),
                new VerdictTools(project).tools(),
                new ProjectTools(project).tools())
            .flatMap(List::stream);
    SecretVariables secrets = SecretVariables.of(System.getenv());
    CountDownLatch closed = new CountDownLatch(1);
    ShutdownHook hook = ShutdownHook.of("perfline-mcp-interrupted", () -> end(comparisons));
    McpSyncServer server =
        McpServer.sync(
                new StdioServerTransportProvider(
                    MAPPER,
                    new RequestLines(requests, replies, MAPPER, closed::countDown),
                    replies))
            .serverInfo("perfline", version)
            .instructions(INSTRUCTIONS)
            .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
            .tools(tools.map(tool -> specification(tool, project, secrets)).toList())
            .build();
    closed.await();
    comparisons.end();
    hook.cancel();
    server.close();
  }

  private static void end(ComparisonTools comparisons) {
    try {
      comparisons.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static SyncToolSpecification specification(
      Tool tool, ProjectFolder project, SecretVariables secrets) {
    McpSchema.Tool described =
        McpSchema.Tool.builder(tool.name(), tool.schema())
            .description(tool.description())
            .annotations(
                McpSchema.ToolAnnotations.builder()
                    .readOnlyHint(tool.reads())
                    .destructiveHint(false)
                    .openWorldHint(false)
                    .build())
            .build();
    return SyncToolSpecification.builder()
        .tool(described)
        .callHandler(
            (exchange, request) -> call(tool, new Arguments(request.arguments()), project, secrets))
        .build();
  }

  /** Calls a tool. Whatever fails is an answer, so that the server goes on. */
  private static CallToolResult call(
      Tool tool, Arguments arguments, ProjectFolder project, SecretVariables secrets) {
    try {
      ObjectNode answer = tool.action().call(arguments);
      secrets.hideIn(answer);
      String json = MAPPER.writeValueAsString(answer);
      return CallToolResult.builder()
          .addTextContent(json)
          .structuredContent(MAPPER, json)
          .isError(false)
          .build();
    } catch (Fault fault) {
      return failed(project.relative(secrets.hidden(OutsideText.lines(fault.getMessage()))));
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace, true));
      System.err.printf(
          "perfline mcp: unexpected failure of %s%n%s%n", tool.name(), secrets.hidden("" + trace));
      return failed("unexpected failure of %s: %s".formatted(tool.name(), secrets.hidden("" + e)));
    }
  }

  private static CallToolResult failed(String message) {
    return CallToolResult.builder().addTextContent(Answer.text(message)).isError(true).build();
  }
}
