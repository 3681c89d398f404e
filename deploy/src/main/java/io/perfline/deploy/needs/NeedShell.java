package io.perfline.deploy.needs;

import io.perfline.core.project.needs.NeedVariables;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.deploy.process.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Runs the commands of one need.
 *
 * @param name the name of the need
 * @param values replaced in commands, and variables of their environment if they are in capitals
 * @param folder the working folder, which is that of the build
 * @param log the file to which output is appended
 * @param port the value of the variable {@code PORT}
 */
record NeedShell(String name, NeedVariables values, Path folder, Path log, int port) {

  /** The maximum time of a command, such as the import of a large database. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** The maximum time of a check of the readiness. */
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);

  /** Returns the need and its build, for messages. */
  String what() {
    return "the need '%s' of the %s".formatted(name, values.values().get(NeedVariables.SIDE));
  }

  /** Starts a command that runs until it is stopped. */
  ServiceProcess start(String command) {
    return ServiceProcess.start(command, variables(), folder, log, port);
  }

  /**
   * Runs the command of a key to its end; does nothing for null.
   *
   * @throws NeedFailure with the end of its log, if it fails or takes more than 30 minutes
   */
  void run(String key, TextTemplate command) throws InterruptedException {
    if (command == null) {
      return;
    }
    try (ServiceProcess process = start(values.fill(command.toString()))) {
      OptionalInt code = process.await(LONGEST);
      if (code.isEmpty() || code.getAsInt() != 0) {
        throw new NeedFailure(
            "'%s' of %s %s: %s"
                .formatted(
                    key,
                    what(),
                    code.isEmpty()
                        ? "takes longer than %d min".formatted(LONGEST.toMinutes())
                        : "failed with exit code " + code.getAsInt(),
                    process.lastWords()),
            null);
      }
    }
  }

  /** Returns whether a command succeeds within ten seconds; its output is lost. */
  boolean succeeds(TextTemplate command) throws InterruptedException {
    String silent = "(%s\n) >/dev/null 2>&1".formatted(values.fill(command.toString()));
    try (ServiceProcess process = start(silent)) {
      return process.await(LONGEST_CHECK).equals(OptionalInt.of(0));
    }
  }

  /**
   * Runs a command that perfline itself needs, and returns the lines that it prints.
   *
   * @throws NeedFailure if it fails
   */
  List<String> lines(String command) throws InterruptedException {
    Path output = log.resolveSibling(log.getFileName() + ".lines");
    try {
      run("compose", TextTemplate.of("%s > '%s'".formatted(command, output), null));
      return Files.readAllLines(output).stream().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new NeedFailure("cannot read what '%s' of %s printed".formatted(command, what()), e);
    } finally {
      delete(output);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>(values.values());
    variables.keySet().removeIf(NeedVariables::isOfNeed);
    return variables;
  }
}
