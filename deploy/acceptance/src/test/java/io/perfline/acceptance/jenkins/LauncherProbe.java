package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the real launcher {@code ./perfline} in a folder in which Java and Maven only record how
 * they were called.
 */
final class LauncherProbe {

  private static final String PAGES = "perf-cli/src/main/help";
  private static final String START_JAVA = "perf-dist/src/main/archive/bin/start-java";
  private static final String SEPARATOR = "\u001f";

  private final Path home;
  private final Path record;

  LauncherProbe(Path home) throws IOException, InterruptedException {
    this.home = home;
    this.record = home.resolve("record");
    Files.copy(Jenkinsfile.ROOT.resolve("perfline"), home.resolve("perfline"));
    executable(home.resolve("perfline"));
    Path sourced = home.resolve(START_JAVA);
    Files.createDirectories(sourced.getParent());
    Files.copy(Jenkinsfile.ROOT.resolve(START_JAVA), sourced);
    Path pages = Files.createDirectories(home.resolve(PAGES));
    try (Stream<Path> files = Files.list(Jenkinsfile.ROOT.resolve(PAGES))) {
      for (Path page : files.toList()) {
        Files.copy(page, pages.resolve(page.getFileName()));
      }
    }
    Path start = home.resolve("perf-cli/target/classes/io/perfline/cli/Start.class");
    Files.createDirectories(start.getParent());
    Files.createFile(start);
    Files.writeString(home.resolve("perf-cli/target/classpath"), "none");
    Files.writeString(home.resolve("pom.xml"), "");
    Files.createDirectories(home.resolve("jdk/bin"));
    recorder(home.resolve("jdk/bin/java"), "");
    recorder(home.resolve("mvnw"), "mkdir -p perf-app/target && : >perf-app/target/recorder.war");
    // Two commits, for the WAR of the parent.
    Files.writeString(home.resolve(".gitignore"), "target/\njdk/\nrecord\nlog\n.perf/\n");
    GitRepository repository = GitRepository.of(home, "");
    repository.commit("First");
    repository.commit("Second");
  }

  /** Runs one shell line like Jenkins. */
  Outcome run(String line, Map<String, String> variables) throws IOException, InterruptedException {
    Files.deleteIfExists(record);
    Path log = home.resolve("log");
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-e", "-c", line)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    shell.environment().putAll(variables);
    shell.environment().put("JAVA_HOME", home.resolve("jdk").toString());
    shell.environment().put("PROBE_RECORD", record.toString());
    Process process = shell.start();
    process.getOutputStream().close();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(line + " did not end");
    }
    List<Call> calls = new ArrayList<>();
    if (Files.exists(record)) {
      for (String entry : Files.readAllLines(record)) {
        calls.add(Call.of(Arrays.asList(entry.split(SEPARATOR))));
      }
    }
    return new Outcome(process.exitValue(), Files.readString(log), calls);
  }

  private void recorder(Path program, String end) throws IOException {
    Files.writeString(
        program,
        """
        #!/usr/bin/env bash
        if [[ ${!#} == -version ]]; then
          echo 'openjdk version "17.0.1"' >&2
          exit
        fi
        line=$(printf '%%s' "${0##*/}"; printf '\\037%%s' "$@")
        printf '%%s\\n' "$line" >>"$PROBE_RECORD" # at once: two may write at the same time
        %s
        """
            .formatted(end));
    executable(program);
  }

  private static void executable(Path file) throws IOException {
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }

  /**
   * The result of a line.
   *
   * @param exitCode as the shell saw it
   * @param log what the launcher printed
   * @param calls the programs it called, in order
   */
  record Outcome(int exitCode, String log, List<Call> calls) {}

  /**
   * A program that the launcher called.
   *
   * @param main the class it started; null for Maven
   * @param arguments for Java, those after the class
   */
  record Call(String main, List<String> arguments) {

    static Call of(List<String> line) {
      int main = line.indexOf("-cp") + 2;
      return main == 1
          ? new Call(null, line.subList(1, line.size()))
          : new Call(line.get(main), line.subList(main + 1, line.size()));
    }

    /**
     * Returns the name of the stage: {@code stack up}, {@code gate}, {@code run --list}, {@code
     * build}.
     */
    String stage() {
      return main == null ? "build" : stage(arguments);
    }

    static String stage(List<String> arguments) {
      String word = arguments.get(0);
      if (word.equals("stack")) {
        return word + " " + arguments.get(1);
      }
      return List.of("--list", "--check").stream()
          .filter(arguments::contains)
          .map(option -> word + " " + option)
          .findFirst()
          .orElse(word);
    }
  }
}
