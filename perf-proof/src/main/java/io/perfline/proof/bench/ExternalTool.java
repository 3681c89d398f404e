package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs somebody else's program to its end. */
final class ExternalTool {

  private ExternalTool() {}

  /** Whether a program of that name is in the {@code PATH}. */
  static boolean isThere(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }

  /**
   * Returns what {@code command} prints on both outputs.
   *
   * @param log the file that keeps it
   * @throws Fault exit code 3 with the end of it, when it fails or takes longer than {@code most}
   */
  static String run(List<String> command, Path log, Duration most)
      throws IOException, InterruptedException {
    return run(command, Map.of(), log, most);
  }

  /** As {@link #run(List, Path, Duration)}, with more variables in its environment. */
  static String run(List<String> command, Map<String, String> variables, Path log, Duration most)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().putAll(variables);
    Process process = builder.start();
    ShutdownHook atExit = ShutdownHook.of("end " + command.get(0), () -> end(process));
    try {
      boolean ended = process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
      String said = Files.readString(log, StandardCharsets.UTF_8);
      if (!ended || process.exitValue() != 0) {
        throw Fault.noVerdict(
            "%s %s: …%s"
                .formatted(
                    command.get(0),
                    ended ? "ended with " + process.exitValue() : "takes longer than " + most,
                    said.substring(Math.max(0, said.length() - 1_000)).strip()));
      }
      return said;
    } finally {
      end(process);
      atExit.cancel();
    }
  }

  /** With what it has started itself. */
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
