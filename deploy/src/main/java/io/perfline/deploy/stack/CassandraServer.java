package io.perfline.deploy.stack;

import java.nio.file.Path;

/** A Cassandra node, alone, with a heap of 1 GiB. Without settings it accepts every client. */
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
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up
   */
  public static CassandraServer start(Path home, Path directory, int port) {
    return start(home, directory, port, false, CassandraPart.ANYBODY, "");
  }

  /**
   * As {@link #start(Path, Path, int)}, but a write is acknowledged only when the disk has it: what
   * a node alone needs to lose nothing of that when it is killed.
   */
  public static CassandraServer startDurable(Path home, Path directory, int port) {
    return start(home, directory, port, true, CassandraPart.ANYBODY, "");
  }

  /**
   * As {@link #start(Path, Path)}, but it lets nobody in without a password ({@code cassandra} of
   * the user {@code cassandra}, as every new node), and encrypts on a second port.
   *
   * @param securePort where it takes nothing but TLS
   * @param keystore its key, PKCS12
   */
  public static CassandraServer startSecured(
      Path home, Path directory, int securePort, Path keystore, String keystorePassword) {
    return start(
        home,
        directory,
        0,
        false,
        "PasswordAuthenticator",
        """
        native_transport_port_ssl: %d
        client_encryption_options:
          enabled: true
          optional: false
          keystore: %s
          keystore_password: %s
          store_type: PKCS12
        """
            .formatted(securePort, keystore, keystorePassword));
  }

  private static CassandraServer start(
      Path home, Path directory, int port, boolean durable, String authenticator, String more) {
    return new CassandraServer(
        new CassandraPart(
            home,
            Server.directory(directory),
            1,
            Ports.orFree(port),
            Ports.free(),
            Ports.free(),
            HEAP_MIB,
            durable,
            authenticator,
            more));
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
