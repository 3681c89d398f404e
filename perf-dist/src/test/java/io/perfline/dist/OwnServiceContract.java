package io.perfline.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Judges a service in its own folder by the installed archive, from {@code perfline init} on: exit
 * code 0 if nothing got slower, 1 if something did, 3 if it is down, 2 for an invalid file.
 */
abstract class OwnServiceContract {

  static final Path CHECKOUT = Path.of(System.getProperty("perf.home", ".."));
  static final Path SERVICES = Path.of(System.getProperty("perf.examples", ""));
  static final Path JAVA = Path.of(System.getProperty("java.home"));

  @TempDir static Path folder;
  @TempDir Path home;

  static Installation perfline;
  TeamProject project;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    perfline = Installation.unpack(Path.of(System.getProperty("perf.archive")), folder);
    // Provides the servers as the second archive does, from the build's output.
    Files.createSymbolicLink(
        perfline.path("servers"), CHECKOUT.resolve("deploy/parts/tomcat/target").toRealPath());
  }

  @BeforeEach
  void begin() {
    project = new TeamProject(home, perfline);
  }
}
