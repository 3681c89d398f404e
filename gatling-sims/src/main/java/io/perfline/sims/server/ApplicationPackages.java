package io.perfline.sims.server;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the packages of an archive that belong to the service rather than to a library in it. */
public final class ApplicationPackages {

  private static final Pattern IN_A_FOLDER =
      Pattern.compile("(?:WEB-INF|BOOT-INF)/classes/(.+)/[^/]+\\.class");
  private static final Pattern AT_THE_ROOT = Pattern.compile("(?!META-INF/)(.+)/[^/]+\\.class");

  private ApplicationPackages() {}

  /**
   * Returns the packages of a WAR's or Spring Boot jar's classes. For another jar these are the
   * packages below the first two parts of its main class's package, because it may contain
   * libraries too.
   *
   * @throws Fault exit code 2 if an archive cannot be read
   */
  public static List<String> of(Collection<Path> archives) {
    SortedSet<String> packages = new TreeSet<>();
    archives.forEach(archive -> packages.addAll(of(archive)));
    return List.copyOf(packages);
  }

  private static SortedSet<String> of(Path archive) {
    try (JarFile jar = new JarFile(archive.toFile())) {
      SortedSet<String> packages = packages(jar, IN_A_FOLDER);
      if (packages.isEmpty()) {
        packages = packages(jar, AT_THE_ROOT);
        String root = root(jar.getManifest());
        packages.removeIf(name -> !(name + ".").startsWith(root));
      }
      return packages;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION, "cannot read %s: %s".formatted(archive, e.getMessage()), e);
    }
  }

  private static SortedSet<String> packages(JarFile jar, Pattern pattern) {
    SortedSet<String> packages = new TreeSet<>();
    jar.stream()
        .map(entry -> pattern.matcher(entry.getName()))
        .filter(Matcher::matches)
        .forEach(match -> packages.add(match.group(1).replace('/', '.')));
    return packages;
  }

  private static String root(Manifest manifest) {
    String main =
        manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
    Matcher parts = Pattern.compile("((?:[^.]+\\.){1,2}).*").matcher(main == null ? "" : main);
    return parts.matches() ? parts.group(1) : "";
  }
}
