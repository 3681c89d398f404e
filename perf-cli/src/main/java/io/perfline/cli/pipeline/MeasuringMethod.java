package io.perfline.cli.pipeline;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Sha256;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.Project;
import io.perfline.deploy.tomcat.WarContent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Everything that determines how a commit is measured and judged. An earlier verdict applies only
 * if all of it is equal. Perfline's own code is identified by its content rather than its commit,
 * because in its own checkout each commit rebuilds perfline, mostly from the same sources.
 *
 * @param files the files with limits, environment and the like; an empty path means that there is
 *     none
 */
public record MeasuringMethod(Project project, String profile, List<Path> files) {

  /** Returns a text that identifies the method. */
  public String digest() {
    return digest(
        content(List.of(System.getProperty("java.class.path").split(File.pathSeparator))));
  }

  /** Returns a text that identifies the method, whatever the version of perfline. */
  public String digestOfProject() {
    return digest("");
  }

  /**
   * @param code a text that identifies perfline's code
   */
  private String digest(String code) {
    List<String> load =
        Stream.concat(
                project.drivers().stream(),
                project.loads(GatlingSimulation.class).values().stream()
                    .map(GatlingSimulation::classPath)
                    .flatMap(Collection::stream))
            .map(name -> project.home().resolve(name).toString())
            .toList();
    StringBuilder all =
        new StringBuilder("%s, Java %s%n".formatted(profile, Runtime.version()))
            .append(code)
            .append(content(load))
            .append(digest(project.file()))
            .append(variables(project.file()));
    scripts().forEach(file -> all.append(digest(file)));
    files.stream().filter(Files::isRegularFile).forEach(file -> all.append(digest(file)));
    if (project.workloads() != null && Files.isDirectory(project.workloads())) {
      all.append(WarContent.ofFolder(project.workloads()).digest());
    }
    return Sha256.of(all.toString());
  }

  /** Returns the files of the project that appear in the commands of its loads. */
  private Stream<Path> scripts() {
    return project.loads(ProgramLoad.class).values().stream()
        .flatMap(program -> Stream.of(program.command().split("[\\s'\"]+", -1)))
        .map(word -> project.home().resolve(word))
        .filter(Files::isRegularFile);
  }

  /** Returns a digest of the values of the variables that the file names. */
  private static String variables(Path file) {
    Map<String, String> values = new TreeMap<>();
    try {
      Pattern.compile("\\$\\{([A-Z][A-Z0-9_]*)}")
          .matcher(Files.readString(file))
          .results()
          .map(name -> name.group(1))
          .forEach(name -> values.put(name, System.getenv().getOrDefault(name, "")));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return Sha256.of(values.toString());
  }

  /** Returns a digest of the content of a class path. */
  static String content(List<String> classPath) {
    StringBuilder all = new StringBuilder();
    for (String name : classPath) {
      Path entry = Path.of(name);
      if (Files.isDirectory(entry)) {
        all.append(WarContent.ofFolder(entry).digest());
      } else if (Files.exists(entry)) {
        all.append(entries(entry));
      }
    }
    return Sha256.of(all.toString());
  }

  /**
   * Returns the names and checksums of a jar's entries, without those that contain the build's
   * commit.
   */
  private static String entries(Path jar) {
    TreeMap<String, Long> checksums = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      zip.stream()
          .filter(entry -> !entry.getName().startsWith("META-INF/maven/"))
          .forEach(entry -> checksums.put(entry.getName(), entry.getCrc()));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read %s of the class path: %s".formatted(jar, e), e);
    }
    return checksums.toString();
  }

  /** Returns a digest of the content of some files. */
  public static String digest(List<String> names) {
    return Sha256.of(
        names.stream().map(name -> name + digest(Path.of(name))).collect(Collectors.joining()));
  }

  private static String digest(Path file) {
    try {
      return Sha256.of(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static Fault unreadable(Path file, IOException e) {
    return Fault.noVerdict("cannot read %s: %s".formatted(file, e), e);
  }
}
