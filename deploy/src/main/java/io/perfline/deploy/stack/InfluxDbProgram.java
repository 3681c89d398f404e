package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program influxd of an InfluxDB 1.x: the one on the PATH, else the one of Debian's package,
 * unpacked without root into a cache.
 */
final class InfluxDbProgram {

  /** Only one thread of a process may wait for a lock on a file. */
  private static final Object ONE_AT_A_TIME = new Object();

  private final Path home;
  private final Map<String, String> environment;

  InfluxDbProgram(Path home, Map<String, String> environment) {
    this.home = home;
    this.environment = Map.copyOf(environment);
  }

  /**
   * Finds it, or gets it when it isn't there yet.
   *
   * @throws Fault (exit code 3) that names the ways to get it
   */
  Path find() throws IOException, InterruptedException {
    List<String> tried = new ArrayList<>();
    Optional<Path> installed = Launcher.onPath("influxd", path());
    if (installed.isPresent()) {
      if (isVersion1(installed.get(), tried)) {
        return installed.get();
      }
    } else {
      tried.add("no influxd on the PATH");
    }
    Path cache = Cache.of(home, environment);
    Path unpacked = cache.resolve("influxdb/usr/bin/influxd");
    if (Files.isExecutable(unpacked)) {
      return unpacked;
    }
    try {
      return unpack(cache, unpacked);
    } catch (IOException e) {
      tried.add(e.getMessage());
      throw none(cache, tried);
    }
  }

  private String path() {
    return environment.getOrDefault("PATH", "");
  }

  private Path unpack(Path cache, Path unpacked) throws IOException, InterruptedException {
    synchronized (ONE_AT_A_TIME) {
      try (FileChannel file =
              FileChannel.open(
                  cache.resolve("influxdb.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = file.lock()) {
        if (lock.isValid() && !Files.isExecutable(unpacked)) {
          Path fresh = Files.createTempDirectory(cache, "influxdb-");
          try {
            new DebianPackage("influxdb", fresh, path()).unpackInto(fresh.resolve("files"));
            OwnerOnly.delete(cache.resolve("influxdb"));
            Files.move(
                fresh.resolve("files"), cache.resolve("influxdb"), StandardCopyOption.ATOMIC_MOVE);
          } finally {
            OwnerOnly.delete(fresh);
          }
        }
      }
    }
    if (!Files.isExecutable(unpacked)) {
      throw new IOException("Debian's package influxdb has no usr/bin/influxd");
    }
    return unpacked;
  }

  private static boolean isVersion1(Path influxd, List<String> tried)
      throws IOException, InterruptedException {
    String version =
        SystemTool.output(List.of(influxd.toString(), "version"), influxd.getParent()).strip();
    boolean fits = version.matches("(?s)InfluxDB v?1\\..*");
    if (!fits) {
      tried.add("%s is not InfluxDB 1.x: %s".formatted(influxd, version));
    }
    return fits;
  }

  private static Fault none(Path cache, List<String> tried) {
    return Fault.noVerdict(
        """
        there is no InfluxDB 1.x: %s.
        Get it in one of these ways, then start again:
          - as root: apt-get install influxdb (Debian and Ubuntu)
          - put influxd 1.x on the PATH
          - unpack a package of it where it is looked for: dpkg -x influxdb_1.*.deb %s"""
            .formatted(String.join("; ", tried), cache.resolve("influxdb")));
  }
}
