package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The project's folder. Nothing outside of it is read, not even through a symbolic link.
 *
 * @param current the folder in which the server was started
 * @param home the folder with the project if there is no {@code perf.yml} in the current folder
 */
record ProjectFolder(Path current, Path home) {

  private static final Pattern RUN = Pattern.compile("(?:runs/)?([A-Za-z0-9][A-Za-z0-9._-]{0,99})");
  private static final long MAX_BYTES = 64L << 20;

  static ProjectFolder current(Path home) {
    return new ProjectFolder(
        Path.of("").toAbsolutePath().normalize(), home.toAbsolutePath().normalize());
  }

  /** Returns the folder with {@code perf.yml}, which every command that is started here uses. */
  Path folder() {
    return Files.exists(current.resolve(Project.FILE)) ? current : home;
  }

  /**
   * Reads {@code perf.yml}.
   *
   * @throws Fault exit code 2, with all errors in the file and their positions
   */
  Project project() {
    return ProjectFile.read(inside(folder().resolve(Project.FILE)));
  }

  /** Returns the folder of a run that may not exist yet. */
  Path newRun(String id) {
    return folder().resolve("runs").resolve(id);
  }

  /**
   * Returns the folder of a run.
   *
   * @param id the run's id, or {@code runs/ID}
   * @throws Fault exit code 2 if there is no such run
   */
  Path run(String id) {
    var matched = RUN.matcher(id);
    if (!matched.matches()) {
      throw Fault.configuration(
          "'%s' is not a run's id: it is the name of a folder in runs, of letters, digits, '.', '_' and '-'"
              .formatted(id));
    }
    Path run = newRun(matched.group(1));
    if (!Files.isDirectory(run)) {
      List<String> known =
          runs().stream().map(one -> one.getFileName().toString()).limit(5).toList();
      throw Fault.configuration(
          "there is no run '%s' in runs yet: run_state shows whether it still measures; %s"
              .formatted(
                  id,
                  known.isEmpty()
                      ? "there are no others"
                      : "the newest ones are: " + String.join(", ", known)));
    }
    return inside(run);
  }

  /** Returns the folders of all runs, the newest first. */
  List<Path> runs() {
    Path folder = folder().resolve("runs");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(inside(folder))) {
      return all.filter(Files::isDirectory)
          .sorted(Comparator.comparing((Path run) -> run.getFileName().toString()).reversed())
          .toList();
    } catch (IOException e) {
      throw new Fault(Fault.NO_VERDICT, "cannot list the runs in %s: %s".formatted(folder, e), e);
    }
  }

  /**
   * Returns a path of which the target of each symbolic link is in the project's folder.
   *
   * @throws Fault exit code 2 if it is outside or doesn't exist
   */
  Path inside(Path path) {
    Path absolute = folder().resolve(path).normalize();
    try {
      if (Files.exists(absolute) && !absolute.toRealPath().startsWith(folder().toRealPath())) {
        throw outside(path);
      }
    } catch (IOException e) {
      throw new Fault(Fault.CONFIGURATION, "cannot read %s: %s".formatted(absolute, e), e);
    }
    if (!absolute.startsWith(folder())) {
      throw outside(path);
    }
    return absolute;
  }

  private static Fault outside(Path path) {
    return Fault.configuration(
        "%s is outside of the project's folder, where this server reads nothing".formatted(path));
  }

  /** Reads a JSON file of a run; empty if there is none. */
  Optional<JsonNode> json(Path file) {
    Path checked = inside(file);
    if (!Files.exists(checked)) {
      return Optional.empty();
    }
    try {
      if (Files.size(checked) > MAX_BYTES) {
        throw Fault.noVerdict("%s has more than %d bytes".formatted(file, MAX_BYTES));
      }
      return Optional.of(Json.MAPPER.readTree(Files.readAllBytes(checked)));
    } catch (IOException e) {
      throw new Fault(Fault.NO_VERDICT, "cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Returns a text in which paths are relative to the project's folder. */
  String relative(String text) {
    return text.replace(folder() + "/", "");
  }
}
