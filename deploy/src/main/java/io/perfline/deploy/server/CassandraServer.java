package io.perfline.deploy.server;

import io.perfline.deploy.process.Ports;
import java.nio.file.Path;

/** A single Cassandra node with a heap of 1 GiB. By default it accepts every client. */
public final class CassandraServer extends Server<CassandraPart> {

  private static final int HEAP_MIB = 1024;

  private CassandraServer(CassandraPart part) {
    super(part);
  }

  /** Starts a node on a free port and waits until it answers. */
  public static CassandraServer start(Path home, Path directory) {
    return start(home, directory, 0);
  }

  /**
   * Starts a node and waits until it answers. Data of an earlier start in the same directory is
   * kept.
   *
   * @param home root of the checkout
   * @param directory the folder of the node's configuration, data and log; created if it is missing
   * @param port the port for clients; 0 for a free one
   * @throws io.perfline.core.command.Fault with the end of the node's log if it does not start
   */
  public static CassandraServer start(Path home, Path directory, int port) {
    return start(home, directory, port, CassandraPart.ANYBODY, "");
  }

  /**
   * Starts a node with another authenticator.
   *
   * @param more further lines of its configuration
   */
  static CassandraServer start(
      Path home, Path directory, int port, String authenticator, String more) {
    return new CassandraServer(
        new CassandraPart(
            home,
            Server.directory(directory),
            1,
            Ports.orFree(port),
            Ports.free(),
            Ports.free(),
            HEAP_MIB,
            authenticator,
            more));
  }

  /** Returns the data center of the node, which drivers need as their local data center. */
  public String datacenter() {
    return "datacenter1";
  }
}
