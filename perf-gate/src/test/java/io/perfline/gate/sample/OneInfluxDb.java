package io.perfline.gate.sample;

import io.perfline.core.environment.InfluxDb;
import io.perfline.deploy.server.InfluxDbServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * One InfluxDB for all tests of this JVM, started by the first test that needs it; it ends with the
 * JVM.
 */
public final class OneInfluxDb {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  private static InfluxDbServer server;

  private OneInfluxDb() {}

  /** Returns a new name of a database, which isn't created yet. */
  public static InfluxDb database() {
    return database("perf_" + UUID.randomUUID().toString().replace("-", ""));
  }

  /** Returns the database of a name, for a test that can't choose it. */
  public static synchronized InfluxDb database(String name) {
    if (server == null) {
      server = InfluxDbServer.start(HOME, directory());
    }
    return server.environment(name);
  }

  private static Path directory() {
    try {
      Path base = Files.createDirectories(HOME.resolve("perf-gate/target/influxdb"));
      return Files.createTempDirectory(base, "run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
