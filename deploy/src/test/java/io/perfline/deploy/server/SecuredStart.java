package io.perfline.deploy.server;

import io.perfline.deploy.process.Ports;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Starts servers that require TLS and a login, as is usual in production. */
public final class SecuredStart {

  private SecuredStart() {}

  /**
   * Starts a broker on a free port, with an additional listener that requires TLS and SASL.
   *
   * @param port the port of the additional listener
   * @param properties the properties of this listener only, such as {@code ssl.keystore.location}
   */
  public static KafkaServer kafka(
      Path home, Path directory, int port, Map<String, String> properties) {
    int open = Ports.free();
    String settings =
        """
        controller.quorum.voters=1@127.0.0.1:%1$d
        listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL
        listeners=BROKER://127.0.0.1:%2$d,CONTROLLER://127.0.0.1:%1$d,SECURED://127.0.0.1:%3$d
        advertised.listeners=BROKER://127.0.0.1:%2$d,SECURED://127.0.0.1:%3$d
        """
            .formatted(Ports.free(), open, port);
    String secured =
        properties.entrySet().stream()
            .map(one -> "listener.name.secured.%s=%s%n".formatted(one.getKey(), one.getValue()))
            .collect(Collectors.joining());
    return KafkaServer.start(home, directory, open, settings + secured, null);
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
