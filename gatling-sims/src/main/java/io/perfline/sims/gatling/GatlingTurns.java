package io.perfline.sims.gatling;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.file.FileTree;
import io.perfline.sims.gatling.GatlingProcess.GatlingJob;
import io.perfline.sims.gatling.load.Handover;
import io.perfline.sims.gatling.load.SimulationTurn;
import io.perfline.sims.gatling.load.SimulationTurns;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A JVM of Gatling that runs a simulation repeatedly, in turns against both builds of a comparison.
 * Only the first turn includes Gatling's start, and later turns run compiled code. The JVM never
 * outlives this process.
 */
public final class GatlingTurns implements AutoCloseable {

  private final Path folder;
  private Process jvm;
  private BufferedWriter turns;
  private BufferedReader answers;
  private ShutdownHook atExit;
  private int begun;

  public GatlingTurns() {
    try {
      folder = Files.createTempDirectory("perfline-gatling");
    } catch (IOException e) {
      throw Fault.noVerdict("cannot create a folder for Gatling: " + e, e);
    }
  }

  /** Returns how many turns have begun. */
  public int begun() {
    return begun;
  }

  /**
   * Runs the simulation of a job once.
   *
   * @param work the folder for the results
   * @param elapsed receives once per second how long the simulation has run
   * @return the reasons why the result is not valid; empty if Gatling ended normally
   */
  List<String> run(Path work, GatlingJob job, Consumer<Duration> elapsed)
      throws InterruptedException {
    begun++;
    try {
      Files.createDirectories(work);
      if (jvm == null) {
        start(job);
      }
      long outputBefore = Files.size(output());
      turns.write(Handover.line(new SimulationTurn(work.toString(), job.properties())));
      turns.flush();
      List<String> problems = await(job, elapsed, outputBefore);
      GatlingProcess.keepReport(work);
      return problems;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot run Gatling in " + work + ": " + e, e);
    }
  }

  private Path output() {
    return folder.resolve(GatlingProcess.OUTPUT);
  }

  private void start(GatlingJob job) throws IOException {
    List<String> command = GatlingProcess.jvm(folder);
    command.add(job.main());
    command.add(job.simulation());
    int own = System.getProperty("java.class.path").split(File.pathSeparator, -1).length;
    command.add(Integer.toString(own));
    command.add(output().toString());
    ProcessBuilder builder = GatlingProcess.builder(command, job.classPath());
    jvm = builder.redirectError(ProcessBuilder.Redirect.appendTo(output().toFile())).start();
    atExit = ShutdownHook.of("end-gatling", jvm::destroyForcibly);
    turns = jvm.outputWriter(StandardCharsets.UTF_8);
    answers = jvm.inputReader(StandardCharsets.UTF_8);
  }

  private List<String> await(GatlingJob job, Consumer<Duration> elapsed, long outputBefore)
      throws IOException, InterruptedException {
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    Thread reader = new Thread(() -> answer.complete(answer()), "gatling-answer");
    reader.setDaemon(true);
    reader.start();
    try {
      return GatlingProcess.await(
          job, elapsed, output(), outputBefore, () -> ended(answer, outputBefore));
    } finally {
      if (!answer.isDone()) {
        jvm.destroyForcibly();
      }
    }
  }

  private Optional<List<String>> ended(CompletableFuture<List<String>> answer, long outputBefore)
      throws IOException, InterruptedException {
    try {
      return Optional.of(problems(answer.get(1, TimeUnit.SECONDS), outputBefore));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the output up to the line with the exit code, or all of it if the JVM has ended. */
  private List<String> answer() {
    List<String> lines = new ArrayList<>();
    try {
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        lines.add(line);
        if (line.startsWith(SimulationTurns.ENDED)) {
          return lines;
        }
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
    return lines;
  }

  private List<String> problems(List<String> answer, long outputBefore) throws IOException {
    String last = answer.isEmpty() ? "" : answer.get(answer.size() - 1);
    if (last.equals(SimulationTurns.ENDED + 0)) {
      return List.of();
    }
    String tail = GatlingProcess.tail(output(), outputBefore);
    return last.startsWith(SimulationTurns.ENDED)
        ? List.of(GatlingProcess.failed(last.substring(SimulationTurns.ENDED.length()), "", tail))
        : List.of(
            "Gatling's JVM ended before the simulation did; its output ends with%n%s%n%s"
                .formatted(tail, String.join("\n", answer)));
  }

  /** Ends the JVM. */
  @Override
  public void close() {
    if (jvm != null) {
      jvm.destroyForcibly();
      jvm.onExit().join();
      atExit.cancel();
    }
    try {
      FileTree.delete(folder);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot remove %s: %s".formatted(folder, e), e);
    }
  }
}
