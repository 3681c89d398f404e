package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A WAR and the build that it contains.
 *
 * @param build the build, according to {@code WEB-INF/classes/version.properties}; empty without
 *     this file or if it is incomplete, so that the running build cannot be recognized
 */
public record War(Path file, Optional<WarBuild> build) {

  static final String VERSION = "WEB-INF/classes/version.properties";

  /**
   * Reads a WAR.
   *
   * @throws Fault (exit code 2) if the file doesn't exist or isn't a zip archive
   */
  public static War read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw Fault.configuration(
          "there is no WAR %s: build it with perfline build, or name another".formatted(file));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ZipEntry version = zip.getEntry(VERSION);
      if (version == null) {
        return new War(file, Optional.empty());
      }
      Properties properties = new Properties();
      try (InputStream in = zip.getInputStream(version)) {
        properties.load(in);
      }
      return new War(file, build(properties));
    } catch (IOException | IllegalArgumentException e) {
      throw new Fault(
          Fault.CONFIGURATION, "%s is not a WAR: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Returns the build in this WAR.
   *
   * @throws Fault (exit code 2) if the WAR doesn't contain it
   */
  WarBuild requireBuild() {
    return build.orElseThrow(
        () ->
            Fault.configuration(
                ("%s has no %s with git.commit.id.full and git.build.version, so it can't be"
                        + " recognised when it runs, and nothing was deployed: have the build write"
                        + " it (git-commit-id-maven-plugin), or let perfline ci deploy the WAR,"
                        + " which identifies it by its digest")
                    .formatted(file, VERSION)));
  }

  private static Optional<WarBuild> build(Properties properties) {
    String commit = properties.getProperty("git.commit.id.full", "").strip();
    String version = properties.getProperty("git.build.version", "").strip();
    boolean dirty = Boolean.parseBoolean(properties.getProperty("git.dirty", "false"));
    return commit.isEmpty() || version.isEmpty()
        ? Optional.empty()
        : Optional.of(new WarBuild(commit, version, dirty));
  }
}
