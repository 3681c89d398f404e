package io.perfline.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service of others, judged in a folder of its own by the installed archive, from {@code perf
 * init} on: green when nothing got slower, red when it did, no verdict when it is down, exit code 2
 * with a faulty file.
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
    // As the second archive does, of what the build has unpacked already.
    Files.createSymbolicLink(
        perfline.path("servers"), CHECKOUT.resolve("deploy/parts/tomcat/target").toRealPath());
  }

  @BeforeEach
  void begin() {
    project = new TeamProject(home, perfline);
  }
}
