package io.perfline.sims.gatling;

import io.gatling.app.Gatling;
import io.gatling.javaapi.core.Simulation;
import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.file.FileTree;
import io.perfline.sims.gatling.load.Handover;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.Pulse;
import io.perfline.sims.gatling.load.SimulationTurn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs Gatling in a JVM of its own, so that neither its memory nor its pauses nor its crash affect
 * this JVM. It never outlives this process.
 *
 * @param folder its working folder, which must not contain an earlier load
 */
record GatlingProcess(Path folder, GatlingJob job) {

  /** The folder of its report and event log, in its work folder. */
  static final String REPORT = "report";

  static final String OUTPUT = "gatling.out";

  /**
   * A class of Gatling's charts library, whose license is more restrictive than Gatling's, so that
   * perfline's archive does not contain it.
   */
  private static final String CHARTS =
      "/io/gatling/charts/highcharts/component/ComponentLibraryImpl.class";

  /** The folder of its preferences and temporary files, in its work folder. */
  private static final String TEMPORARY = "temporary";

  /** Gatling's exit code for failed assertions of a simulation. */
  private static final String ASSERTIONS = "2";

  private static final int TAIL_LINES = 15;

  /**
   * Runs Gatling.
   *
   * @param elapsed receives once per second how long Gatling has run
   * @return the reasons why the result is not valid; empty if Gatling ended normally
   * @throws InterruptedException if interrupted; Gatling has ended by then
   */
  List<String> run(Consumer<Duration> elapsed) throws InterruptedException {
    try {
      Files.createDirectories(folder);
      if (job.load() != null) {
        Handover.write(folder.resolve(Handover.LOAD), job.load());
      }
      List<String> problems = await(start(), elapsed);
      keepReport(folder);
      return problems;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot run Gatling in " + folder + ": " + e, e);
    }
  }

  private Process start() throws IOException {
    ProcessBuilder builder = builder(command(), job.classPath());
    // Other users can read a command line, but no environment variables.
    builder
        .environment()
        .put(
            Pulse.PROPERTIES,
            Handover.line(new SimulationTurn(folder.toString(), job.properties())));
    return builder
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(OUTPUT).toFile())
        .start();
  }

  static ProcessBuilder builder(List<String> command, String classPath) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", classPath);
    // Gatling must not see addresses and passwords of the stack.
    builder.environment().keySet().removeIf(name -> name.startsWith("PERF_"));
    return builder;
  }

  private List<String> command() throws IOException {
    List<String> command = jvm(folder);
    command.add("-D" + Handover.PROPERTY + "=" + folder.resolve(Handover.LOAD));
    command.add(job.main());
    command.addAll(List.of("--simulation", job.simulation()));
    command.addAll(List.of("--results-folder", folder.toString()));
    if (GatlingProcess.class.getResource(CHARTS) == null) {
      command.add("--no-reports");
    }
    return command;
  }

  /** Returns the command of a JVM for Gatling, without its main class. */
  static List<String> jvm(Path folder) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve(TEMPORARY));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms512m", "-Xmx512m", "-XX:+UseParallelGC"));
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("-Dlogback.configurationFile=gatling-logback.xml");
    // Gatling asks Maven Central for its newest version at every start, and no option prevents
    // that. Here it finds a proxy that refuses the connection, and stores its preferences here
    // rather than in the user's home.
    command.addAll(List.of("-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9"));
    command.add("-Djava.util.prefs.userRoot=" + temporary);
    command.add("-Djava.io.tmpdir=" + temporary);
    return command;
  }

  private List<String> await(Process gatling, Consumer<Duration> elapsed)
      throws IOException, InterruptedException {
    ShutdownHook hook = ShutdownHook.of("end-gatling", gatling::destroyForcibly);
    try {
      return await(
          job,
          elapsed,
          folder.resolve(OUTPUT),
          0,
          () ->
              gatling.waitFor(1, TimeUnit.SECONDS)
                  ? Optional.of(problems(gatling.exitValue()))
                  : Optional.empty());
    } finally {
      gatling.destroyForcibly();
      gatling.onExit().join();
      hook.cancel();
      FileTree.delete(folder.resolve(TEMPORARY));
    }
  }

  /** Waits for the end of a simulation for one second. */
  interface Second {
    /** Returns the reasons why its result is not valid; empty if it has not ended. */
    Optional<List<String>> await() throws IOException, InterruptedException;
  }

  /**
   * Waits for the end of a simulation.
   *
   * @param outputBefore the position in the output at which that of the simulation begins
   * @return the reasons why its result is not valid, such as the end of the allowed time
   */
  static List<String> await(
      GatlingJob job, Consumer<Duration> elapsed, Path output, long outputBefore, Second wait)
      throws IOException, InterruptedException {
    long timeout = job.timeout(Instant.now()).toSeconds();
    for (long second = 0; second < timeout; second++) {
      Optional<List<String>> ended = wait.await();
      if (ended.isPresent()) {
        return ended.get();
      }
      elapsed.accept(Duration.ofSeconds(second + 1));
    }
    return List.of(
        "Gatling didn't end within %d s and was killed; its output ends with%n%s"
            .formatted(timeout, tail(output, outputBefore)));
  }

  private List<String> problems(int exitCode) throws IOException {
    Path output = folder.resolve(OUTPUT);
    return exitCode == 0
        ? List.of()
        : List.of(failed(String.valueOf(exitCode), " (" + output + ")", tail(output, 0)));
  }

  /**
   * Describes an end with an exit code other than 0.
   *
   * @param where the place of the output
   */
  static String failed(String exitCode, String where, String tail) {
    return "%sGatling ended with code %s; its output%s ends with%n%s"
        .formatted(
            exitCode.equals(ASSERTIONS) ? "assertions of the simulation itself failed: " : "",
            exitCode,
            where,
            tail);
  }

  /**
   * Returns the last lines of an output, without the frames of stack traces, which would hide their
   * messages.
   *
   * @param from the position of the output's first byte in the file
   */
  static String tail(Path output, long from) throws IOException {
    byte[] bytes = Files.readAllBytes(output);
    String text = new String(bytes, (int) from, bytes.length - (int) from, StandardCharsets.UTF_8);
    List<String> lines = text.lines().filter(line -> !line.startsWith("\tat ")).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  /** Renames Gatling's report folder, whose name contains a time, so that it can be linked to. */
  static void keepReport(Path folder) throws IOException {
    try (DirectoryStream<Path> runs =
        Files.newDirectoryStream(folder, run -> Files.exists(run.resolve("simulation.log")))) {
      for (Path run : runs) {
        Files.move(run, folder.resolve(REPORT));
      }
    }
  }

  /**
   * Describes a JVM that runs Gatling.
   *
   * @param main its main class, which takes Gatling's arguments
   * @param simulation class of the simulation
   * @param properties the simulation's system properties, by name
   * @param load the load of the simulation; null if the simulation defines it
   * @param length the maximum duration of the load
   */
  record GatlingJob(
      String main,
      String simulation,
      String classPath,
      Map<String, String> properties,
      HttpLoad load,
      Duration length) {
    private static final Duration START_AND_REPORT = Duration.ofSeconds(90);

    /** Returns the job of one of perfline's own simulations. */
    static GatlingJob of(Class<? extends Simulation> simulation, HttpLoad load) {
      return new GatlingJob(
          Gatling.class.getName(),
          simulation.getName(),
          System.getProperty("java.class.path"),
          Map.of(),
          load,
          load.length()
              .plus(load.timeout().multipliedBy(2)) // a page, then its resources
              .plus(load.thinkTime().multipliedBy(4)));
    }

    /** Returns the maximum remaining duration at {@code now}, including the time for the report. */
    Duration timeout(Instant now) {
      Instant start = load == null ? null : load.shard().start();
      boolean waits = start != null && start.isAfter(now);
      return length
          .plus(waits ? Duration.between(now, start) : Duration.ZERO)
          .plus(START_AND_REPORT);
    }
  }
}
