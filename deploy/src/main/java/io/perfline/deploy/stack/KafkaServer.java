package io.perfline.deploy.stack;

import java.nio.file.Path;

/**
 * A Kafka broker: KRaft, one process, a heap of 512 MiB. Topics are not created automatically, so
 * that each has the intended number of partitions. A message may have up to 8 MiB.
 */
public final class KafkaServer extends Server<KafkaPart> {

  private static final int HEAP_MIB = 512;

  private KafkaServer(KafkaPart part) {
    super(part);
  }

  /** Starts it on a free port. */
  public static KafkaServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts it and waits until it serves. Data of an earlier start in the same directory is kept.
   *
   * @param home root of the checkout
   * @param directory the folder of its configuration, data and log; created if it is missing
   * @param port 0 for a free one
   * @throws io.perfline.core.command.Fault with the end of its log if it does not start
   */
  public static KafkaServer start(Path home, Path directory, int port) {
    return start(home, directory, port, null, null);
  }

  /** Returns the data folder of a broker that is started in {@code directory}. */
  public static Path data(Path directory) {
    return directory.resolve("data");
  }

  /** Starts it on a free port with its data on a disk that is mounted at their {@link #data}. */
  public static KafkaServer startOn(TmpfsDisk disk, Path home, Path directory) {
    return start(home, directory, 0, null, disk);
  }

  /** Starts a broker that has ended again, with its address and data. */
  public KafkaServer again() {
    return new KafkaServer(part());
  }

  /** Starts it on a free port with an additional listener that accepts only users over TLS. */
  public static KafkaServer startSecured(Path home, Path directory, SecuredListener secured) {
    return start(home, directory, 0, secured, null);
  }

  private static KafkaServer start(
      Path home, Path directory, int port, SecuredListener secured, TmpfsDisk disk) {
    return new KafkaServer(
        new KafkaPart(
            home,
            Server.directory(directory),
            1,
            Ports.orFree(port),
            Ports.free(),
            KafkaPart.newCluster(),
            HEAP_MIB,
            secured,
            disk));
  }

  /** Returns {@code host:port} for the clients. */
  public String bootstrap() {
    return address().toString();
  }
}
