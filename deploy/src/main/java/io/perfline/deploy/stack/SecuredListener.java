package io.perfline.deploy.stack;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A broker's listener for clients that encrypt and give a password, as clusters of others have one.
 *
 * @param port its port on the broker's address
 * @param properties the properties of this listener alone, such as {@code ssl.keystore.location}
 */
public record SecuredListener(int port, Map<String, String> properties) {

  private static final String NAME = "SECURED";

  public SecuredListener {
    properties = Map.copyOf(properties);
  }

  String listener(String host) {
    return NAME + "://" + host + ":" + port;
  }

  /** Returns its entry in the map of protocols, to follow others. */
  String protocol() {
    return "," + NAME + ":SASL_SSL";
  }

  /** Returns its lines of the broker's properties. */
  String settings() {
    return new TreeMap<>(properties)
        .entrySet().stream()
            .map(one -> "listener.name.secured.%s=%s%n".formatted(one.getKey(), one.getValue()))
            .collect(Collectors.joining());
  }

  /** Omits the values of its properties, which may be secrets. */
  @Override
  public String toString() {
    return "SecuredListener[port=%d, properties=%s]".formatted(port, properties.keySet());
  }
}
