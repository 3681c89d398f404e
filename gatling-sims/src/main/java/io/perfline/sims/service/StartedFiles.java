package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of a build that a process was started with, as its command line names them: a jar, the
 * class path, a script.
 *
 * @param files existing files, in the order of the command line
 */
record StartedFiles(List<Path> files) {

  private static final List<String> CLASS_PATHS =
      List.of("-cp", "-classpath", "--class-path", "-p", "--module-path");

  /**
   * Reads the command line of a process; no files where it has ended or names none.
   *
   * @param folder the one that the process was started in
   */
  static StartedFiles of(ProcessHandle process, Path folder) {
    List<String> words = commandLine(process);
    List<Path> files = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      boolean classPath = CLASS_PATHS.contains(words.get(i - 1));
      for (String name : words.get(i).split(File.pathSeparator, -1)) {
        add(folder, name, classPath, files);
      }
    }
    return new StartedFiles(List.copyOf(files));
  }

  /** Digests of the files, in their order. */
  List<String> digests() {
    return files.stream().map(FileDigest::of).toList();
  }

  /** Returns true when a jar or WAR is among them. */
  boolean namesArchive() {
    return files.stream().anyMatch(StartedFiles::isArchive);
  }

  static boolean isArchive(Path file) {
    return file.toString().matches(".*\\.[jw]ar");
  }

  private static void add(Path folder, String name, boolean classPath, List<Path> into) {
    try {
      if (classPath && name.endsWith("/*")) {
        jars(folder.resolve(name.substring(0, name.length() - 2)), into);
        return;
      }
      Path path = folder.resolve(name);
      if (name.isEmpty() || name.startsWith("-")) {
        return;
      }
      if (Files.isRegularFile(path)) {
        into.add(path);
      } else if (classPath && Files.isDirectory(path)) {
        below(path, into);
      }
    } catch (InvalidPathException notAPath) {
      // An argument that is text.
    }
  }

  private static void jars(Path folder, List<Path> into) {
    try (Stream<Path> jars = Files.list(folder)) {
      jars.filter(jar -> jar.toString().endsWith(".jar")).sorted().forEach(into::add);
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static void below(Path folder, List<Path> into) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(Files::isRegularFile).sorted().forEach(into::add);
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static Fault unreadable(Path folder, IOException e) {
    return Fault.noVerdict(
        "cannot read %s, which the service was started with: %s".formatted(folder, e), e);
  }

  /** Read from /proc where it is there, since Java shows no command line that is long. */
  private static List<String> commandLine(ProcessHandle process) {
    try {
      byte[] words = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      return List.of(new String(words, StandardCharsets.UTF_8).split("\0"));
    } catch (IOException elsewhere) {
      List<String> words = new ArrayList<>(List.of(process.info().command().orElse("")));
      process.info().arguments().ifPresent(arguments -> words.addAll(List.of(arguments)));
      return words;
    }
  }
}
