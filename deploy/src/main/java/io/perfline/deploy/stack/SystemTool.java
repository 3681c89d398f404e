package io.perfline.deploy.stack;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a small program of the system to its end. */
final class SystemTool {

  private static final long PATIENCE_S = 120;

  private SystemTool() {}

  /**
   * What it wrote, standard error included.
   *
   * @throws IOException when it can't be started, fails, or takes longer than two minutes
   */
  static String output(List<String> command, Path directory)
      throws IOException, InterruptedException {
    File log = File.createTempFile("perf", ".out");
    Process process = null;
    try {
      process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(log))
              .start();
      boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
      String output = java.nio.file.Files.readString(log.toPath(), StandardCharsets.UTF_8);
      if (!ended || process.exitValue() != 0) {
        String end = ended ? "failed (" + process.exitValue() + ")" : "took too long";
        throw new IOException("%s %s: %s".formatted(command.get(0), end, output.strip()));
      }
      return output;
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      java.nio.file.Files.deleteIfExists(log.toPath());
    }
  }
}
