package io.perfline.acceptance.jenkins;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.cli.Main;
import io.perfline.core.command.Command;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A world in which shell steps are executed and files are read. */
final class Workspace extends World {

  /** Commands that run in this JVM, because a JVM per command takes longer than the commands. */
  private static final Pattern HERE = Pattern.compile("\\./perfline ((?:gate|report) .*)");

  private final Path folder;
  private final Path log;

  Workspace(Path folder, Path log) {
    this.folder = folder;
    this.log = log;
  }

  @Override
  int exitCode(Shell shell) {
    Matcher here = HERE.matcher(shell.script());
    try {
      return here.matches() ? carryOut(shell, here.group(1)) : start(shell, shell.script(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int carryOut(Shell shell, String words) throws IOException {
    Path expanded = log.resolveSibling("words");
    Files.deleteIfExists(expanded);
    start(shell, "set +x; printf '%s\\n' " + words, expanded);
    String[] arguments =
        Files.readAllLines(expanded).stream()
            .filter(word -> !word.startsWith("+ "))
            .map(word -> exists(word) ? folder.resolve(word).toString() : word)
            .toArray(String[]::new);
    String home = System.setProperty("perf.home", folder.toString());
    try (PrintWriter out =
        new PrintWriter(Files.newBufferedWriter(log, StandardOpenOption.APPEND))) {
      return Command.run(Main.command().setOut(out).setErr(out), arguments);
    } finally {
      if (home == null) {
        System.clearProperty("perf.home");
      } else {
        System.setProperty("perf.home", home);
      }
    }
  }

  private static int exitCode(Process process, String script) throws InterruptedException {
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(script + " did not end");
    }
    return process.exitValue();
  }

  private int start(Shell shell, String script, Path output) throws IOException {
    ProcessBuilder process =
        new ProcessBuilder("sh", "-xe", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    process.environment().putAll(shell.environment());
    try {
      Process running = process.start();
      running.getOutputStream().close();
      return exitCode(running, script);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  boolean exists(String file) {
    return Files.exists(folder.resolve(file));
  }

  @Override
  String text(String file) {
    try {
      return Files.readString(folder.resolve(file));
    } catch (IOException e) {
      throw new StepFailed(file + " can't be read: " + e);
    }
  }

  @Override
  Object json(String file) {
    Path path = folder.resolve(file);
    if (!Files.exists(path)) {
      throw new StepFailed(file + " does not exist");
    }
    try {
      return JsonMapper.builder().build().readValue(path.toFile(), Object.class);
    } catch (IOException e) {
      throw new StepFailed(file + " can't be read: " + e);
    }
  }
}
