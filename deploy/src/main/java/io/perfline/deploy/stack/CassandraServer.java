package io.perfline.deploy.stack;

import java.nio.file.Path;

/** A Cassandra node for a test, alone, without authentication, with a heap of 1 GiB. */
public final class CassandraServer extends Server {

  private static final int HEAP_MIB = 1024;

  private final CassandraPart part;

  private CassandraServer(CassandraPart part) {
    super(part);
    this.part = part;
  }

  /** As {@link #start(Path, Path, int)} on a free port. */
  public static CassandraServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts it and waits until it serves. Data of an earlier start in the same directory is kept.
   *
   * @param home root of the checkout
   * @param directory for its configuration, data and log; made if need be
   * @param port 0 for a free one
   * @throws io.perfline.deploy.command.Fault with the end of its log when it doesn't come up
   */
  public static CassandraServer start(Path home, Path directory, int port) {
    return start(home, directory, port, false);
  }

  /**
   * As {@link #start(Path, Path, int)}, but a write is acknowledged only when the disk has it: what
   * a node alone needs to lose nothing of that when it is killed.
   */
  public static CassandraServer startDurable(Path home, Path directory, int port) {
    return start(home, directory, port, true);
  }

  private static CassandraServer start(Path home, Path directory, int port, boolean durable) {
    return new CassandraServer(
        new CassandraPart(
            home,
            Server.directory(directory),
            1,
            Ports.orFree(port),
            Ports.free(),
            Ports.free(),
            HEAP_MIB,
            durable));
  }

  /** The driver's local data center. */
  public String datacenter() {
    return "datacenter1";
  }

  /** JMX on loopback, as nodetool uses it. */
  public int jmxPort() {
    return part.jmxPort();
  }
}
