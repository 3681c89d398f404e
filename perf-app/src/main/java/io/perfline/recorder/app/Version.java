package io.perfline.recorder.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What was built, from which commit.
 *
 * @param dirty whether the tree had changes that the commit does not
 */
record Version(String version, String commit, boolean dirty) {

  private static final String FILE = "/version.properties";

  /** What the build left in the application. */
  static Version ofThisBuild() {
    try (InputStream in = Version.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing: build the application with ./mvnw");
      }
      Properties properties = new Properties();
      properties.load(in);
      return new Version(
          get(properties, "git.build.version"),
          get(properties, "git.commit.id.full"),
          Boolean.parseBoolean(get(properties, "git.dirty")));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + FILE, e);
    }
  }

  private static String get(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalStateException(FILE + " has no " + key);
    }
    return value;
  }
}
