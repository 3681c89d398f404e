package io.perfline.dist;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An unpacked archive in an isolated environment: system programs, one Java, an empty home.
 *
 * @param tool the unpacked folder
 * @param home of the user
 * @param java folder of a JDK
 */
record Installation(Path tool, Path home, Path java) {

  private static final int CTRL_C = 3;

  /** Exit code and output of a command. */
  record Ended(int code, String text) {}

  static Installation unpack(Path archive, Path folder) throws IOException, InterruptedException {
    Ended tar = run(folder, List.of("tar", "xzf", archive.toString()));
    if (tar.code() != 0) {
      throw new IOException(tar.text());
    }
    try (Stream<Path> unpacked = Files.list(folder)) {
      Path tool = unpacked.findFirst().orElseThrow();
      Path home = Files.createDirectory(folder.resolve("home"));
      return new Installation(tool, home, Path.of(System.getProperty("java.home")));
    }
  }

  /** Returns the Java of this process and those of the system from 17 on. */
  static List<Path> javas() throws IOException {
    Path system = Path.of("/usr/lib/jvm");
    try (Stream<Path> found = Files.isDirectory(system) ? Files.list(system) : Stream.empty()) {
      return Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))), found)
          .filter(java -> Files.isExecutable(java.resolve("bin/java")) && version(java) >= 17)
          .map(Installation::real)
          .distinct()
          .toList();
    }
  }

  private static int version(Path java) {
    try {
      return Files.readAllLines(java.resolve("release")).stream()
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .mapToInt(line -> Integer.parseInt(line.split("[\".]")[1]))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  private static Path real(Path java) {
    try {
      return java.toRealPath();
    } catch (IOException e) {
      return java;
    }
  }

  Installation with(Path java) {
    return new Installation(tool, home, java);
  }

  Path path(String relative) {
    return tool.resolve(relative);
  }

  /** Returns the paths of all files in the archive. */
  List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(tool)) {
      return all.filter(Files::isRegularFile)
          .map(file -> tool.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  /** Runs {@code bin/perfline} in the folder of a project. */
  Ended perf(Path project, String... arguments) throws IOException, InterruptedException {
    return run(
        project,
        variables(Map.of()),
        Stream.concat(Stream.of(path("bin/perfline").toString()), Stream.of(arguments)).toList());
  }

  /** Runs a shell line with {@code bin} on the PATH. */
  Ended shell(Path project, Map<String, String> more, String line)
      throws IOException, InterruptedException {
    Map<String, String> all = variables(more);
    String options = System.getenv("JDK_JAVA_OPTIONS"); // makes Java start fast
    if (options != null) {
      all.put("JDK_JAVA_OPTIONS", options);
    }
    return run(project, all, List.of("bash", "-c", line));
  }

  /**
   * Runs a shell line in a terminal and types Ctrl-C as soon as {@code output} appears. Enables
   * SIGINT, which is ignored if the tests run in the background.
   */
  Ended interruptedInTerminal(Path project, String line, String output)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "script", "-q", "-e", "-c", "exec env --default-signal=INT " + line, "/dev/null")
            .directory(project.toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(variables(Map.of("TERM", "xterm", "SHELL", "/bin/bash")));
    Process process = builder.start();
    StringBuilder text = new StringBuilder();
    boolean typed = false;
    try (Reader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (int c = out.read(); c >= 0; c = out.read()) {
        text.append((char) c);
        if (!typed && text.indexOf(output) >= 0) {
          typed = true;
          process.getOutputStream().write(CTRL_C);
          process.getOutputStream().flush();
        }
      }
    }
    return new Ended(process.waitFor(), text.toString());
  }

  private Map<String, String> variables(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.put("JAVA_HOME", java.toString());
    all.put("HOME", home.toString());
    all.put("PATH", path("bin") + ":/usr/bin:/bin");
    return all;
  }

  static Ended run(Path folder, List<String> command) throws IOException, InterruptedException {
    return run(folder, Map.of("PATH", System.getenv("PATH")), command);
  }

  static Ended run(Path folder, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }
}
