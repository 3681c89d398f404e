package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.process.StartedProcesses;
import io.perfline.deploy.server.ReadinessProbe.StartFailure;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Starts a part as a process that keeps running after this one and its terminal have ended. */
public final class Launcher {

  /**
   * The prefix of commands that ignore SIGINT and SIGHUP, which a terminal sends to every process
   * started in it. A separate session would have the same effect, but Linux shares CPU time between
   * sessions (autogroup), which makes processes in different sessions pause for tenths of a second.
   * {@code exec} keeps the process id.
   */
  private static final List<String> DETACHED =
      List.of("sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh");

  private Launcher() {}

  /** Starts {@code part} without waiting until it answers. */
  static Process launch(Part part) throws InterruptedException {
    ProcessBuilder prepared = prepare(part);
    try {
      return StartedProcesses.start(prepared);
    } catch (IOException e) {
      throw failed(part, e);
    }
  }

  /** Prepares the start of {@code part}. This may take a second or, the first time, a download. */
  public static ProcessBuilder prepare(Part part) throws InterruptedException {
    try {
      PrivateFiles.directory(part.directory());
      keepOneLogOfBefore(part);
      if (!Ports.isFreeSoon(part.address())) {
        throw Fault.noVerdict(
            "%s cannot be started: another process has its port %s; end that process, or choose"
                    .formatted(part.name(), part.address())
                + " another port with the variable "
                + ServerVariables.portOf(part.name()));
      }
      return process(part, part.prepare());
    } catch (IOException e) {
      throw failed(part, e);
    }
  }

  /** Starts a process that {@link #prepare} has set up, without waiting until it answers. */
  public static RunningProcess start(Part part, ProcessBuilder process) {
    try {
      long pid = process.start().pid();
      return RunningProcess.of(pid).orElseThrow(() -> new StartFailure(part).fault());
    } catch (IOException e) {
      throw failed(part, e);
    }
  }

  private static Fault failed(Part part, IOException e) {
    return Fault.noVerdict(
        "cannot start %s in %s: %s".formatted(part.name(), part.directory(), e), e);
  }

  private static ProcessBuilder process(Part part, List<String> program) {
    List<String> command = new ArrayList<>(DETACHED);
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(Set.of("PATH", "HOME"));
    environment.put("LANG", "C.UTF-8");
    environment.putAll(part.variables());
    return builder
        .directory(part.directory().toFile())
        .redirectInput(Redirect.from(new File("/dev/null")))
        .redirectErrorStream(true)
        .redirectOutput(part.log().toFile());
  }

  private static void keepOneLogOfBefore(Part part) throws IOException {
    Path logs = part.log().getParent();
    Path before = part.directory().resolve("logs.before");
    if (Files.exists(logs)) {
      FileTree.delete(before);
      Files.move(logs, before);
    }
    PrivateFiles.directory(logs);
  }
}
