package io.perfline.deploy.process;

import io.perfline.core.command.ShutdownHook;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs programs of the operating system and waits until they have ended. */
public final class SystemTool {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int MAX_CHARACTERS = 2_000;

  private SystemTool() {}

  /**
   * Returns the path of the program {@code name} on the PATH of this process; empty if there is
   * none.
   */
  public static Optional<Path> onPath(String name) {
    return onPath(name, System.getenv().getOrDefault("PATH", ""));
  }

  public static Optional<Path> onPath(String name, String path) {
    return List.of(path.split(File.pathSeparator, -1)).stream()
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** Runs a command for at most two minutes and returns its output, including standard error. */
  public static String output(List<String> command, Path directory)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("perf", ".out");
    try {
      return run(new ProcessBuilder(command).directory(directory.toFile()), log, TIMEOUT);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /**
   * Runs a command and returns its output, including standard error.
   *
   * @param variables the environment variables in addition to those of this process
   * @param log the file to which the output is written
   * @param timeout the longest time that the command may take
   * @throws IOException with the end of the output if the command cannot be started, fails, or
   *     takes longer than {@code timeout}
   */
  public static String run(
      List<String> command, Map<String, String> variables, Path log, Duration timeout)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    return run(builder, log, timeout);
  }

  private static String run(ProcessBuilder builder, Path log, Duration timeout)
      throws IOException, InterruptedException {
    String program = builder.command().get(0);
    Process process =
        builder
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(log.toFile()))
            .start();
    ShutdownHook atExit = ShutdownHook.of("end " + program, () -> end(process));
    try {
      boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      String output = Files.readString(log);
      if (!ended || process.exitValue() != 0) {
        String end =
            ended ? "failed (" + process.exitValue() + ")" : "takes longer than " + timeout;
        String tail = output.substring(Math.max(0, output.length() - MAX_CHARACTERS));
        throw new IOException("%s %s: %s".formatted(program, end, tail.strip()));
      }
      return output;
    } finally {
      end(process);
      atExit.cancel();
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
