package io.perfline.cli.mcp;

import io.perfline.core.command.Homes;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code ./perfline mcp}: serves one client over standard input and output. No member of this class
 * has a type of the SDK, so that other commands start without loading it.
 */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Serves the project in this folder to a coding agent, by the Model Context Protocol.",
      "The agent starts it, and talks to it over standard input and output. Its tools start"
          + " comparisons, follow and cancel them, and read their verdicts. When the agent ends,"
          + " everything that it started ends too."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the client closed the connection", "2:wrong usage"})
public final class McpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    OutputStream replies = new FileOutputStream(FileDescriptor.out);
    InputStream requests = System.in;
    System.setOut(System.err); // standard output contains nothing but messages of the protocol
    ProjectFolder project = ProjectFolder.current(Homes.project());
    AgentServer.serve(
        project, LauncherScript.of(Homes.project()), spec.version()[0], requests, replies);
    return 0;
  }
}
