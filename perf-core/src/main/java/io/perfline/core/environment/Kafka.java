package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.util.Map;
import java.util.TreeSet;

/** The section {@code kafka}. */
public record Kafka(
    @Key(
            value = "Addresses host:port, several separated by commas.",
            required = true,
            kind = "addresses")
        String bootstrap,
    @Key("Further properties of kafka-clients, such as those of TLS and SASL.")
        @Key.Names(value = "property", letters = "characters without blanks", form = "^\\S+$")
        Map<String, String> client) {

  /** Shows only the names of the client properties: their values may be secrets. */
  @Override
  public String toString() {
    return "Kafka[bootstrap=%s, client=%s]".formatted(bootstrap, new TreeSet<>(client.keySet()));
  }
}
