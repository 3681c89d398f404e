package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The class path of a team's own Gatling simulation.
 *
 * @param entries folders, jars, and the jars of a folder as {@code FOLDER/*}
 */
public record SimulationClassPath(
    Project project, GatlingSimulation simulation, List<Path> entries) {

  private static final String ALL = "*";

  public static SimulationClassPath of(Project project, GatlingSimulation simulation) {
    List<Path> entries =
        simulation.classPath().stream().map(path -> project.home().resolve(path)).toList();
    return new SimulationClassPath(project, simulation, entries);
  }

  /**
   * Checks that every entry exists, and that one of them contains the simulation's class.
   *
   * @throws Fault exit code 2 if not
   */
  public void check() {
    for (Path entry : entries) {
      if (!Files.exists(entry.endsWith(ALL) ? entry.getParent() : entry)) {
        throw missing("there is no %s, which 'classpath' names".formatted(entry));
      }
    }
    if (entries.stream().noneMatch(this::hasClass)) {
      throw missing(
          "there is no class %s in 'classpath': %s"
              .formatted(simulation.type(), String.join(", ", simulation.classPath())));
    }
  }

  private Fault missing(String what) {
    return Fault.configuration(
        "%s: %s: %s; does 'build' make it?".formatted(project.file(), simulation.name(), what));
  }

  private boolean hasClass(Path entry) {
    String file = simulation.type().replace('.', '/') + ".class";
    if (Files.isDirectory(entry)) {
      return Files.exists(entry.resolve(file));
    }
    try (Stream<Path> jars =
        entry.endsWith(ALL) ? Files.list(entry.getParent()) : Stream.of(entry)) {
      return jars.filter(jar -> jar.toString().endsWith(".jar")).anyMatch(jar -> isIn(jar, file));
    } catch (IOException e) {
      throw unreadable(entry, e);
    }
  }

  private boolean isIn(Path jar, String file) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getEntry(file) != null;
    } catch (IOException e) {
      throw unreadable(jar, e);
    }
  }

  private Fault unreadable(Path entry, IOException e) {
    return new Fault(
        Fault.CONFIGURATION,
        "%s: %s: cannot read %s of 'classpath': %s"
            .formatted(project.file(), simulation.name(), entry, e.getMessage()),
        e);
  }
}
