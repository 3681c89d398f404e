package io.perfline.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A clone of this work tree in its own folder: with uncommitted changes and without build output.
 * Commands run in it as from a shell.
 */
public final class Checkout {

  private final Path folder;

  private Checkout(Path folder) {
    this.folder = folder;
  }

  /** Returns the root of the work tree in which the tests run. */
  public static Path home() {
    String home = System.getProperty("perf.home");
    return home != null ? Path.of(home) : Path.of("../..").toAbsolutePath().normalize();
  }

  /** Clones the work tree into {@code folder}. */
  static Checkout cloneInto(Path folder) throws IOException {
    Path home = home();
    Output cloned =
        start(List.of("git", "clone", "-q", home.toString(), folder.toString()), home, Map.of())
            .await(Duration.ofMinutes(1));
    if (cloned.code() != 0) {
      throw new IllegalStateException("git clone of " + home + ": " + cloned.text());
    }
    List<String> tracked =
        start(List.of("git", "ls-files", "-co", "--exclude-standard"), home, Map.of())
            .await(Duration.ofMinutes(1))
            .text()
            .lines()
            .toList();
    for (String file : tracked) {
      Path from = home.resolve(file);
      Path to = folder.resolve(file);
      if (Files.isRegularFile(from)) {
        Files.createDirectories(to.getParent());
        Files.copy(
            from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return new Checkout(folder);
  }

  Path path(String relative) {
    return folder.resolve(relative);
  }

  /** Runs {@code ./perfline arguments…} and waits for its end. */
  Output perf(String... arguments) {
    return perf(Map.of(), arguments);
  }

  /** Runs {@code ./perfline arguments…} with additional environment variables. */
  Output perf(Map<String, String> variables, String... arguments) {
    return startPerf(variables, arguments).await(Duration.ofMinutes(15));
  }

  /** Starts {@code ./perfline arguments…}. */
  Running startPerf(Map<String, String> variables, String... arguments) {
    return start("./perfline", variables, arguments);
  }

  /** Runs {@code ./perfline-dev arguments…} and waits for its end. */
  Output perfDev(String... arguments) {
    return start("./perfline-dev", Map.of(), arguments).await(Duration.ofMinutes(15));
  }

  private Running start(String launcher, Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>(List.of(launcher));
    command.addAll(List.of(arguments));
    return start(command, folder, variables);
  }

  private static Running start(List<String> command, Path folder, Map<String, String> variables) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
      Path output = Files.createTempFile("perfline-output", ".txt");
      output.toFile().deleteOnExit(); // for commands that the test does not wait for
      builder.redirectOutput(output.toFile());
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      builder.environment().keySet().removeIf(name -> name.startsWith("PERF_"));
      String repository = System.getProperty("perf.maven-repository");
      if (repository != null) {
        builder.environment().put("MAVEN_ARGS", "-Dmaven.repo.local=" + repository);
      }
      builder.environment().putAll(variables);
      return new Running(String.join(" ", command), builder.start(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(String.join(" ", command), e);
    }
  }

  /** A running command. */
  record Running(String command, Process process, Path output) {

    Output await(Duration atMost) {
      try {
        if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroy();
          throw new AssertionError(command + " hung; it had printed:\n" + text());
        }
        Output ended = new Output(command, process.exitValue(), text());
        Files.delete(output);
        return ended;
      } catch (InterruptedException e) {
        process.destroy();
        throw new IllegalStateException(command, e);
      } catch (IOException e) {
        throw new UncheckedIOException(command, e);
      }
    }

    /** Returns the output so far. */
    String text() {
      try {
        return Files.readString(output);
      } catch (IOException e) {
        throw new UncheckedIOException(command, e);
      }
    }
  }

  /** Exit code and output of a command. */
  record Output(String command, int code, String text) {
    @Override
    public String toString() {
      return "%s: exit %d, printed:%n%s".formatted(command, code, text);
    }
  }
}
