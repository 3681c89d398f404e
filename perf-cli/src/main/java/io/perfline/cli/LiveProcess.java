package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.RunFile;
import io.perfline.sims.run.LiveView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs {@code ./perf follow} during a run, in a process of its own with a lower priority than the
 * load. The load starts after this process has started up, which requires most of its CPU time.
 *
 * @param scratch the folder for its own files
 * @param program the command line that starts perfline, to which arguments are added
 */
record LiveProcess(Path scratch, List<String> program) implements LiveView {

  private static final Duration START = Duration.ofSeconds(15);
  private static final Duration END = Duration.ofSeconds(15);
  private static final long PAUSE_MILLIS = 50;

  /** Creates the view with the JVM options of commands that must start fast. */
  static LiveProcess of(Path home) {
    return new LiveProcess(
        home.resolve(".perf"),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            Homes.projectOption(home),
            Homes.toolOption(home),
            Main.class.getName()));
  }

  @Override
  public Follower follow(Path run, List<CatalogueEntry> cases, Optional<Path> environment)
      throws IOException, InterruptedException {
    Path catalogue = Files.createDirectories(scratch).resolve("cases.json");
    CatalogueEntry.write(catalogue, cases);
    Path ready = scratch.resolve("following");
    Files.deleteIfExists(ready);
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("follow", run.toString()));
    environment.ifPresent(file -> command.addAll(List.of("--environment", file.toString())));
    command.addAll(List.of("--cases", catalogue.toString(), "--ready", ready.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.start();
    ShutdownHook hook;
    try {
      hook = ShutdownHook.of("end-follower", process::destroyForcibly);
      long deadline = System.nanoTime() + START.toNanos();
      while (!Files.exists(ready) && process.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(PAUSE_MILLIS);
      }
      Files.deleteIfExists(ready);
      giveWay(process);
    } catch (InterruptedException | IllegalStateException interrupted) {
      process.destroyForcibly();
      throw Fault.noVerdict("interrupted before any load", interrupted);
    }
    return () -> end(process, run, hook);
  }

  /**
   * Lowers the priority of a process. On Linux, each thread has its own priority, and new threads
   * inherit it. Even with the lowest priority, the process could make a thread of the load wait for
   * a core for milliseconds; in the idle scheduling class it can't.
   */
  private static void giveWay(Process process) throws IOException, InterruptedException {
    Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    if (!Files.isDirectory(tasks)) {
      return;
    }
    try (Stream<Path> threads = Files.list(tasks)) {
      List<String> ids =
          threads.map(thread -> thread.getFileName().toString()).collect(Collectors.toList());
      List<String> renice = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
      renice.addAll(ids);
      silently(renice);
    }
    silently(List.of("chrt", "--all-tasks", "--idle", "--pid", "0", Long.toString(process.pid())));
  }

  /**
   * Runs a command. If the program or the permission is missing, the process keeps its priority.
   */
  private static void silently(List<String> command) throws InterruptedException {
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException notThere) {
      return;
    }
  }

  /**
   * Stops the process. If the run is complete, the process first gets some time to end by itself.
   */
  private static void end(Process process, Path run, ShutdownHook hook)
      throws InterruptedException {
    try {
      if (Files.exists(run.resolve(RunFile.NAME))) {
        process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
      }
    } finally {
      process.destroyForcibly(); // it leaves no incomplete data
      process.onExit().join();
      hook.cancel();
    }
  }
}
