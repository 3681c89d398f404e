package io.perfline.deploy.server;

import java.nio.file.Path;

/** Starts servers that require TLS and a login, as is usual in production. */
public final class SecuredStart {

  private SecuredStart() {}

  /** Starts a broker on a free port, with an additional listener that requires TLS and a login. */
  public static KafkaServer kafka(Path home, Path directory, SecuredListener secured) {
    return KafkaServer.start(home, directory, 0, secured, null);
  }

  /**
   * Starts a node that requires a login (user and password are {@code cassandra}, the default of a
   * new node) and has a second port that accepts only TLS.
   *
   * @param keystore the PKCS12 file with the node's key and certificate
   */
  public static CassandraServer cassandra(
      Path home, Path directory, int securePort, Path keystore, String keystorePassword) {
    return CassandraServer.start(
        home,
        directory,
        0,
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
}
