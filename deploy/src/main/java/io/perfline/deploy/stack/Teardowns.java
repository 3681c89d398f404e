package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import io.perfline.core.file.StateFolder;
import io.perfline.deploy.process.SystemTool;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Records the shell commands that undo what was set up for a build, such as a database in a shared
 * server, so that the next command can run them if this one is killed.
 */
public final class Teardowns {

  private static final String FOLDER = "teardown";

  private record Left(String folder, String command) {}

  private Teardowns() {}

  /**
   * Records a command until it is {@link #done}.
   *
   * @param home the folder in which this command works
   * @param name a unique name
   * @param folder the working folder of the command
   */
  public static void remember(Path home, String name, Path folder, String command) {
    Path file = file(home, name);
    try {
      Files.createDirectories(file.getParent());
      Left left = new Left(folder.toAbsolutePath().toString(), command);
      AtomicFile.write(file, Json.MAPPER.writeValueAsBytes(left));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot record in %s how to undo '%s'".formatted(file, command), e);
    }
  }

  /** Forgets a command that has run. */
  public static void done(Path home, String name) {
    try {
      Files.deleteIfExists(file(home, name));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot delete " + file(home, name), e);
    }
  }

  /** Runs the commands that a killed command left. */
  static void runLeft(Path home, PrintWriter out) throws IOException, InterruptedException {
    List<Path> files;
    try (Stream<Path> left = Files.list(StateFolder.NEEDS.in(home).resolve(FOLDER))) {
      files = left.sorted().toList();
    } catch (NoSuchFileException none) {
      return;
    }
    for (Path file : files) {
      Left left = Json.MAPPER.readValue(file.toFile(), Left.class);
      Path folder = Path.of(left.folder);
      out.printf("undoing what an interrupted command had set up: %s%n", left.command);
      out.flush();
      try {
        SystemTool.output(
            List.of("sh", "-c", left.command), Files.isDirectory(folder) ? folder : home);
      } catch (IOException e) {
        out.printf("this failed, so undo it by hand: %s%n", e.getMessage());
      }
      Files.delete(file);
    }
  }

  private static Path file(Path home, String name) {
    return StateFolder.NEEDS.in(home).resolve(FOLDER).resolve(name);
  }
}
