package io.perfline.core.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the machine's JDKs, for tests with other versions of Java than that of the build. */
public final class InstalledJava {

  private static final Path DEFAULT_FOLDER = Path.of("/usr/lib/jvm");

  private InstalledJava() {}

  /**
   * Returns the folder of a JDK: that of this process, that of the variable {@code PERF_JAVA_21} or
   * {@code PERF_JAVA_25}, or one below {@code /usr/lib/jvm}.
   */
  public static Optional<Path> home(int version) throws IOException {
    if (Runtime.version().feature() == version) {
      return Optional.of(Path.of(System.getProperty("java.home")));
    }
    String named = System.getenv("PERF_JAVA_" + version);
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    if (!Files.isDirectory(DEFAULT_FOLDER)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(DEFAULT_FOLDER)) {
      return all.filter(home -> isVersion(home, version)).findFirst();
    }
  }

  private static boolean isVersion(Path home, int version) {
    try {
      return Files.isExecutable(home.resolve("bin/java"))
          && Files.readString(home.resolve("release"))
              .contains("JAVA_VERSION=\"%d.".formatted(version));
    } catch (IOException e) {
      return false;
    }
  }
}
