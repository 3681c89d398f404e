package io.perfline.deploy.server;

import io.perfline.deploy.process.Ports;
import java.nio.file.Path;

/**
 * A Kafka broker in KRaft mode: a single process with a heap of 512 MiB. Topics are not created
 * automatically, so that each has the intended number of partitions. Messages may be up to 8 MiB
 * large.
 */
public final class KafkaServer extends Server<KafkaPart> {

  private static final int HEAP_MIB = 512;

  private KafkaServer(KafkaPart part) {
    super(part);
  }

  /** Starts a broker on a free port and waits until it answers. */
  public static KafkaServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts a broker and waits until it answers. Data of an earlier start in the same directory is
   * kept.
   *
   * @param home root of the checkout
   * @param directory the folder of the broker's configuration, data and log; created if it is
   *     missing
   * @param port the port for clients; 0 for a free one
   * @throws io.perfline.core.command.Fault with the end of the broker's log if it does not start
   */
  public static KafkaServer start(Path home, Path directory, int port) {
    return start(home, directory, port, "", null);
  }

  /** Returns the data folder of a broker that is started in {@code directory}. */
  public static Path data(Path directory) {
    return directory.resolve("data");
  }

  /** Starts a broker on a free port, with its data on a disk that is mounted at {@link #data}. */
  public static KafkaServer startOn(TmpfsDisk disk, Path home, Path directory) {
    return start(home, directory, 0, "", disk);
  }

  /** Starts a broker again after it has ended, with its address and data. */
  public KafkaServer again() {
    return new KafkaServer(part());
  }

  /**
   * Starts a broker.
   *
   * @param settings further lines of the configuration, which override the same keys
   * @param disk the disk of its data; null for its directory
   */
  static KafkaServer start(Path home, Path directory, int port, String settings, TmpfsDisk disk) {
    return new KafkaServer(
        new KafkaPart(
            home,
            Server.directory(directory),
            1,
            Ports.orFree(port),
            Ports.free(),
            KafkaPart.newCluster(),
            HEAP_MIB,
            settings,
            disk));
  }

  /** Returns the broker's {@code host:port} for {@code bootstrap.servers}. */
  public String bootstrap() {
    return address().toString();
  }
}
