package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.deploy.stack.KafkaServer;
import io.perfline.deploy.stack.TmpfsDisk;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.TemporaryServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A Kafka that belongs to one case, whose load fills its disk. Kafka ends then, and refuses by
 * that; behind the load this gives it more room and starts it again, as an operator would.
 */
final class FullDisk implements AutoCloseable {

  /** How much larger the disk is afterwards: recovering takes some. */
  private static final int MORE = 2;

  private final TemporaryServers servers;
  private final int mib;
  private final TmpfsDisk disk;
  private KafkaServer server;
  private Duration recovery = Duration.ZERO;

  private FullDisk(TemporaryServers servers, int mib, TmpfsDisk disk, KafkaServer server) {
    this.servers = servers;
    this.mib = mib;
    this.disk = disk;
    this.server = server;
  }

  static FullDisk start(String scope, int mib) {
    TemporaryServers servers = TemporaryServers.of(scope);
    return servers.started((home, folder) -> started(servers, home, folder, mib));
  }

  private static FullDisk started(TemporaryServers servers, Path home, Path folder, int mib) {
    TmpfsDisk disk = TmpfsDisk.mount(KafkaServer.data(folder), mib);
    KafkaServer server = null;
    try {
      server = KafkaServer.startOn(disk, home, folder);
      return new FullDisk(servers, mib, disk, server);
    } finally {
      if (server == null) {
        disk.close();
      }
    }
  }

  Kafka environment() {
    return new Kafka(server.bootstrap(), Map.of());
  }

  /**
   * Gives the disk room, and starts Kafka again; returns when it serves.
   *
   * @throws DriverException when the disk isn't full
   */
  void mend() throws InterruptedException {
    if (server.isAlive()) {
      throw new DriverException(
          "the load ended with the disk of %d MiB %.0f %% full: give it a smaller disk_mib"
              .formatted(mib, disk.fullPercent()));
    }
    long from = System.nanoTime();
    disk.resize(mib * MORE);
    KafkaServer ended = server;
    server = ended.again();
    recovery = Duration.ofNanos(System.nanoTime() - from);
    ended.close();
  }

  /** How long the latter took. */
  Duration recovery() {
    return recovery;
  }

  @Override
  public void close() {
    server.close();
    disk.close();
    servers.close();
  }
}
