package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.run.GeneratorCpu;
import io.perfline.sims.server.ProcessTreeCpu;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A shell command that runs once, with all processes that it starts.
 *
 * @param folder its working folder
 * @param variables added to its environment
 * @param within its maximum duration
 */
record ProgramProcess(
    String command, Path folder, Map<String, String> variables, Path output, Duration within) {

  private static final long PERIOD_MILLIS = 100;
  private static final int TAIL_LINES = 15;
  private static final int LONGEST_LINE = 500;
  private static final int TAIL_BYTES = 64 * 1024;

  /**
   * The end of a program.
   *
   * @param seconds its duration, from before its start until its end was seen
   * @param cpu its share of the machine's CPU, from 0 to 1 (all cores)
   * @param busy the share of the time that its busiest thread was busy, or of the CPUs that it may
   *     use, from 0 to 1; 0 if unknown
   * @param lines its last lines
   */
  record Ended(int exitCode, double seconds, double cpu, double busy, List<String> lines) {

    /** Returns the last line that is not empty; an empty text if there is none. */
    String lastLine() {
      return lines.stream().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
    }

    /** Returns the last lines, for a message. */
    String tail() {
      return lines.isEmpty()
          ? "it printed nothing"
          : "its output ends with%n%s".formatted(String.join("\n", lines));
    }
  }

  /**
   * Runs the program to its end.
   *
   * @param elapsed receives the elapsed time now and then
   * @throws Fault exit code 3 if it cannot be started, or takes too long and is killed
   * @throws InterruptedException if interrupted; the program is killed
   */
  Ended run(Consumer<Duration> elapsed) throws InterruptedException {
    try {
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-c", command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().putAll(variables);
      long begin = System.nanoTime();
      return await(builder.start(), begin, elapsed);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot run '%s' in %s: %s".formatted(command, folder, e), e);
    }
  }

  private Ended await(Process process, long begin, Consumer<Duration> elapsed)
      throws IOException, InterruptedException {
    Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();
    ShutdownHook hook = ShutdownHook.of("end-program", () -> kill(process, started));
    ProcessTreeCpu cpu = new ProcessTreeCpu(process.toHandle());
    GeneratorCpu busy = new GeneratorCpu(process.toHandle());
    double used = 0;
    try {
      process.getOutputStream().close();
      while (!process.waitFor(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(started::add);
        used = Math.max(used, cpu.microseconds() / 1e6);
        busy.read();
        Duration so = Duration.ofNanos(System.nanoTime() - begin);
        if (so.compareTo(within) > 0) {
          kill(process, started);
          throw Fault.noVerdict(
              "'%s' did not end within %d s and was killed; %s"
                  .formatted(command, within.toSeconds(), ended(-1, 0, 0, 0).tail()));
        }
        elapsed.accept(so);
      }
    } finally {
      kill(process, started);
      hook.cancel();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    int cores = Runtime.getRuntime().availableProcessors();
    double share = Math.min(1, used / seconds / cores);
    return ended(process.exitValue(), seconds, share, busy.share());
  }

  /** Kills the shell and its descendants, also those that outlive it. */
  private static void kill(Process process, Set<ProcessHandle> started) {
    process.descendants().forEach(started::add);
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private Ended ended(int exitCode, double seconds, double cpu, double busy) throws IOException {
    byte[] bytes;
    try (var in = Files.newInputStream(output)) {
      in.skipNBytes(Math.max(0, Files.size(output) - TAIL_BYTES));
      bytes = in.readAllBytes();
    }
    List<String> lines =
        new String(bytes, StandardCharsets.UTF_8)
            .lines()
            .map(line -> OutsideText.line(line, LONGEST_LINE))
            .toList();
    return new Ended(
        exitCode,
        seconds,
        cpu,
        busy,
        lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }
}
