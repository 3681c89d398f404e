package io.perfline.deploy.stack;

import java.nio.file.Path;

/** A single Cassandra node with a heap of 1 GiB. By default it accepts every client. */
public final class CassandraServer extends Server<CassandraPart> {

  private static final int HEAP_MIB = 1024;

  private CassandraServer(CassandraPart part) {
    super(part);
  }

  /** Starts it on a free port. */
  public static CassandraServer start(Path home, Path directory) {
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
  public static CassandraServer start(Path home, Path directory, int port) {
    return start(home, directory, port, false, CassandraPart.ANYBODY, "");
  }

  /**
   * Starts a node that acknowledges a write only after writing it to the disk, so that a single
   * node loses no acknowledged write when it is killed.
   */
  public static CassandraServer startDurable(Path home, Path directory, int port) {
    return start(home, directory, port, true, CassandraPart.ANYBODY, "");
  }

  /**
   * Starts a node that requires a password ({@code cassandra} of the user {@code cassandra}, as in
   * every new node) and accepts only TLS on a second port.
   *
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

  /** Returns the driver's local data center. */
  public String datacenter() {
    return "datacenter1";
  }
}
