package io.perfline.deploy.stack;

import java.nio.file.Path;

/**
 * A Kafka broker: KRaft, one process, a heap of 512 MiB. Topics are not made by themselves: who
 * needs one creates it, with the number of partitions that is meant. A message may have up to 8
 * MiB.
 */
public final class KafkaServer extends Server {

  private static final int HEAP_MIB = 512;

  private final KafkaPart part;

  private KafkaServer(KafkaPart part) {
    super(part);
    this.part = part;
  }

  /** As {@link #start(Path, Path, int)} on a free port. */
  public static KafkaServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts it and waits until it serves. Data of an earlier start in the same directory is kept.
   *
   * @param home root of the checkout
   * @param directory for its configuration, data and log; made if need be
   * @param port 0 for a free one
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up
   */
  public static KafkaServer start(Path home, Path directory, int port) {
    return start(home, directory, port, null, null);
  }

  /** Where one that is started in {@code directory} has its data. */
  public static Path data(Path directory) {
    return directory.resolve("data");
  }

  /**
   * As {@link #start(Path, Path)}, with its data on a disk that is mounted at their {@link #data}.
   */
  public static KafkaServer startOn(TmpfsDisk disk, Path home, Path directory) {
    return start(home, directory, 0, null, disk);
  }

  /** Starts one again that has ended, where it was. */
  public KafkaServer again() {
    return new KafkaServer(part);
  }

  /**
   * As {@link #start(Path, Path)}, with an additional listener that accepts only users over TLS.
   */
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

  /** {@code host:port} for the clients. */
  public String bootstrap() {
    return address().toString();
  }
}
