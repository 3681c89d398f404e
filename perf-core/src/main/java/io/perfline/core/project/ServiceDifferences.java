package io.perfline.core.project;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Shows what differences between two builds of a service affect. A difference is a key of its
 * section in the form of {@link #key}, or a file in git, relative to the project's folder.
 */
public record ServiceDifferences(ServiceUnderTest service) {

  private static final Pattern MIGRATION = Pattern.compile("(.*/)?db/(migration|changelog)/.*");

  /** Returns the difference in a key. */
  public static String key(String key) {
    return key.equals("needs") ? "needs in perf.yml" : "service.%s in perf.yml".formatted(key);
  }

  /** Returns whether a difference affects the configuration of the Tomcat that runs the builds. */
  public boolean configuresTomcat(String difference) {
    return difference.equals(service.serverXml())
        || Stream.of(
                "needs", "variables", "java_home", "tomcat_version", "server_xml", "jvm_options")
            .anyMatch(key -> difference.equals(key(key)));
  }

  /** Returns whether a file changes the schema of a database. */
  public boolean isMigration(String file) {
    FileSystem files = FileSystems.getDefault();
    return MIGRATION.matcher(file).matches()
        || service.migrations().stream()
            .anyMatch(glob -> files.getPathMatcher("glob:" + glob).matches(Path.of(file)));
  }

  /** Returns whether a command of a need names a file. */
  public boolean isNamedByNeeds(String file) {
    return service.needs().values().stream()
        .anyMatch(
            need ->
                file.equals(need.compose())
                    || need.texts().stream().anyMatch(text -> text.toString().contains(file)));
  }
}
