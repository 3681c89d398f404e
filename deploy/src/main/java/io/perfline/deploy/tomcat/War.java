package io.perfline.deploy.tomcat;

import io.perfline.deploy.command.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A WAR that says in {@code WEB-INF/classes/version.properties} what it was built from. */
public record War(Path file, Build build) {

  private static final String VERSION = "WEB-INF/classes/version.properties";

  /**
   * @throws Fault (exit code 2) when there is no such file, or it doesn't say its build
   */
  public static War read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw Fault.configuration(
          "there is no WAR %s: build it with ./perf build, or name another".formatted(file));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      ZipEntry version = zip.getEntry(VERSION);
      if (version == null) {
        throw Fault.configuration(
            "%s has no %s, so it could not be told whether it is what runs: build it with ./perf"
                    .formatted(file, VERSION)
                + " build");
      }
      Properties properties = new Properties();
      try (InputStream in = zip.getInputStream(version)) {
        properties.load(in);
      }
      return new War(
          file,
          new Build(
              value(file, properties, "git.commit.id.full"),
              value(file, properties, "git.build.version"),
              Boolean.parseBoolean(properties.getProperty("git.dirty", "false"))));
    } catch (IOException | IllegalArgumentException e) {
      throw new Fault(Fault.CONFIGURATION, "%s is no WAR: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static String value(Path file, Properties properties, String key) {
    String value = properties.getProperty(key, "").strip();
    if (value.isEmpty()) {
      throw Fault.configuration("%s: %s has no %s".formatted(file, VERSION, key));
    }
    return value;
  }
}
