package io.perfline.sims.fault;

import io.perfline.core.environment.Kafka;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.TmpfsDisk;
import io.perfline.sims.driver.DriverException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A Kafka broker that belongs to one case, whose load fills the broker's disk until it stops. After
 * the load the disk is enlarged and the broker restarted, as an operator would do.
 */
public final class FullDisk implements AutoCloseable {

  /** The factor by which the disk is enlarged; the recovery itself needs space. */
  private static final int GROWTH = 2;

  private final TemporaryServers servers;
  private final int mib;
  private TmpfsDisk disk;
  private KafkaServer server;

  /** Starts the broker on a disk of this size in MiB. */
  public FullDisk(String scope, int mib) {
    this.mib = mib;
    servers = TemporaryServers.of(scope);
    server = servers.started(this::start);
  }

  private KafkaServer start(Path home, Path folder) {
    disk = TmpfsDisk.mount(KafkaServer.data(folder), mib);
    KafkaServer started = null;
    try {
      started = KafkaServer.startOn(disk, home, folder);
      return started;
    } finally {
      if (started == null) {
        disk.close();
      }
    }
  }

  public Kafka environment() {
    return new Kafka(server.bootstrap(), Map.of());
  }

  /**
   * Enlarges the disk, restarts Kafka, and returns the time until Kafka was available again.
   *
   * @throws DriverException if the disk is not full
   */
  public Duration repair() throws InterruptedException {
    if (server.isAlive()) {
      throw new DriverException(
          "the load ended with the disk of %d MiB %.0f %% full: give it a smaller disk_mib"
              .formatted(mib, disk.fullPercent()));
    }
    long from = System.nanoTime();
    disk.resize(mib * GROWTH);
    KafkaServer ended = server;
    server = ended.again();
    Duration recovery = Duration.ofNanos(System.nanoTime() - from);
    ended.close();
    return recovery;
  }

  @Override
  public void close() {
    server.close();
    disk.close();
    servers.close();
  }
}
