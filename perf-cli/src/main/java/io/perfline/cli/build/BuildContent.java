package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Sha256;
import io.perfline.core.git.Checkout;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.tomcat.WarContent;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The parts of a build that run: its archive, the other files that it made, such as libraries,
 * classes and generated data, and how it is started. A command may read any of these files, so
 * builds that run in the same way have equal ones.
 *
 * @param folder the project's folder with the build
 * @param service describes how the build runs
 */
public record BuildContent(Path folder, ServiceUnderTest service) {

  /** Keys that configure the comparison of builds, and don't affect how a build runs. */
  private static final Set<String> NOT_OF_A_BUILD = Set.of("not_running", "migrations", "tomcat");

  /** Reports, logs and notes of build tools, and files that contain the commit. */
  private static final Pattern NOT_RUNNING =
      Pattern.compile(
          "(.*/)?(\\.perf|runs|\\.gradle|\\.m2|maven-(status|archiver)|test-classes|reports"
              + "|(surefire|failsafe)-reports|generated-test-sources|test-results|build/tmp|site"
              + "|apidocs)/.*"
              + "|.*\\.(log|lst|pid|exec)"
              + "|(.*/)?((git|build-info)\\.properties|META-INF/MANIFEST\\.MF)");

  private static final Pattern ARCHIVE = Pattern.compile(".*\\.([wj]ar|zip)(\\.original)?");

  /** Returns the WAR or jar that runs, relative to the project's folder, if it is known. */
  static Optional<String> archiveOf(ServiceUnderTest service) {
    return service.runs().filter(file -> file.matches(".*\\.[wj]ar"));
  }

  /**
   * Returns the content of the archive; empty if it is unknown which file runs.
   *
   * @throws Fault exit code 3 if the build did not make it
   */
  public Optional<WarContent> archive() {
    return archiveOf(service).map(name -> archive(folder.resolve(name)));
  }

  public static WarContent archive(Path file) {
    if (!Files.isRegularFile(file)) {
      throw Fault.noVerdict(
          "there is no %s: does 'build' make what 'service' names?".formatted(file));
    }
    return WarContent.of(file);
  }

  /**
   * Compares the files that this build made, besides its archive, with the same files of another
   * one. A WAR contains everything that its build made.
   *
   * @return the names of files that differ or are missing in the other build
   * @throws Fault exit code 3 if a file can't be read
   */
  List<String> madeDifferently(BuildContent other) {
    if (service.war() != null) {
      return List.of();
    }
    String archive = archiveOf(service).orElse(null);
    return made().stream()
        .filter(name -> !name.equals(archive))
        .filter(name -> !equal(other.folder.resolve(name), folder.resolve(name)))
        .toList();
  }

  /**
   * Returns a text that identifies a build and how it runs; it is equal for builds that run in the
   * same way.
   *
   * @param tracked identifies the files in git that may run
   * @throws Fault exit code 3 if a file can't be read
   */
  String identity(String tracked) {
    WarContent content = archive().orElseGet(() -> WarContent.ofFolder(folder));
    return Sha256.of(
        String.join(
            "\n",
            content.digest(),
            service.war() == null ? digestOfMade() : "in the WAR",
            tracked,
            keys(service).toString()));
  }

  private String digestOfMade() {
    Map<String, String> digests = new TreeMap<>();
    made().forEach(name -> digests.put(name, digestOfFile(folder.resolve(name))));
    return Sha256.of(digests.toString());
  }

  private List<String> made() {
    return new Checkout(folder)
        .untracked().stream().filter(name -> !NOT_RUNNING.matcher(name).matches()).toList();
  }

  /** Returns the keys of the service section with which two builds run differently. */
  public static List<String> differingKeys(ServiceUnderTest candidate, ServiceUnderTest baseline) {
    Map<String, String> before = keys(baseline);
    Map<String, String> differing = keys(candidate);
    differing.entrySet().removeIf(key -> key.getValue().equals(before.get(key.getKey())));
    return List.copyOf(differing.keySet());
  }

  /** Returns the values of a service section that affect how a build runs, by their keys. */
  private static Map<String, String> keys(ServiceUnderTest service) {
    Map<String, String> values = new LinkedHashMap<>();
    for (RecordComponent component : ServiceUnderTest.class.getRecordComponents()) {
      String key = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      try {
        if (!NOT_OF_A_BUILD.contains(key)) {
          values.put(key, text(component.getAccessor().invoke(service)));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a record's component can be read", e);
      }
    }
    return values;
  }

  /** Returns a value as text, regardless of its position in the file. */
  private static String text(Object value) {
    return value instanceof Map<?, ?> map ? new TreeMap<>(map).toString() : String.valueOf(value);
  }

  private static String digestOfFile(Path file) {
    if (!Files.isRegularFile(file)) {
      return "not a file";
    }
    if (ARCHIVE.matcher(file.getFileName().toString()).matches()) {
      try {
        return WarContent.of(file).digest();
      } catch (Fault notAnArchive) {
        // Only the name suggests an archive: its bytes identify it.
      }
    }
    try {
      return Sha256.of(file);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read %s, which a build made: %s".formatted(file, e), e);
    }
  }

  private static boolean equal(Path one, Path other) {
    if (!Files.isRegularFile(one) || !Files.isRegularFile(other)) {
      return Files.isRegularFile(one) == Files.isRegularFile(other);
    }
    try {
      return Files.mismatch(one, other) < 0
          || (ARCHIVE.matcher(other.getFileName().toString()).matches()
              && WarContent.of(one).differences(WarContent.of(other)).isEmpty());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot compare %s with %s: %s".formatted(one, other, e), e);
    }
  }
}
