package io.perfline.deploy.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A listener of a Kafka broker that requires TLS and SASL, as is usual in production clusters.
 *
 * @param port the port on the broker's address
 * @param properties the properties of this listener only, such as {@code ssl.keystore.location}
 */
public record SecuredListener(int port, Map<String, String> properties) {

  private static final String NAME = "SECURED";

  public SecuredListener {
    properties = Map.copyOf(properties);
  }

  String listener(String host) {
    return NAME + "://" + host + ":" + port;
  }

  /**
   * Returns this listener's entry of {@code listener.security.protocol.map}, with a leading comma.
   */
  String protocol() {
    return "," + NAME + ":SASL_SSL";
  }

  /** Returns this listener's lines for the properties file of the broker. */
  String settings() {
    return new TreeMap<>(properties)
        .entrySet().stream()
            .map(one -> "listener.name.secured.%s=%s%n".formatted(one.getKey(), one.getValue()))
            .collect(Collectors.joining());
  }

  /** Omits the values of the properties, which may be secrets. */
  @Override
  public String toString() {
    return "SecuredListener[port=%d, properties=%s]".formatted(port, properties.keySet());
  }
}
