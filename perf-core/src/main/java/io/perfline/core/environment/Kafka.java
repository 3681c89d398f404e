package io.perfline.core.environment;

import java.util.Map;
import java.util.TreeSet;

/**
 * @param bootstrap {@code host:port}, several separated by commas
 * @param client further properties of kafka-clients, say TLS and SASL
 */
public record Kafka(String bootstrap, Map<String, String> client) {
  public Kafka {
    client = Map.copyOf(client);
  }

  /** The names of the client properties only: their values may be secrets. */
  @Override
  public String toString() {
    return "Kafka[bootstrap=%s, client=%s]".formatted(bootstrap, new TreeSet<>(client.keySet()));
  }
}
