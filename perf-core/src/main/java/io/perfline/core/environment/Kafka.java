package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.util.Map;
import java.util.TreeSet;

/** The section {@code kafka}. */
public record Kafka(
    @Key(
            value = "Lists the bootstrap servers as host:port, separated by commas.",
            required = true,
            kind = "addresses")
        String bootstrap,
    @Key("Sets further properties of kafka-clients, for example those for TLS and SASL.")
        @Key.Names(value = "property", letters = "characters without blanks", form = "^\\S+$")
        Map<String, String> client) {

  /** Returns a text with only the names of the client properties, whose values may be secrets. */
  @Override
  public String toString() {
    return "Kafka[bootstrap=%s, client=%s]".formatted(bootstrap, new TreeSet<>(client.keySet()));
  }
}
