package io.perfline.deploy.environment;

import static io.perfline.deploy.environment.Kind.ADDRESSES;
import static io.perfline.deploy.environment.Kind.ADDRESS_LIST;
import static io.perfline.deploy.environment.Kind.FLAG;
import static io.perfline.deploy.environment.Kind.PROPERTIES;
import static io.perfline.deploy.environment.Kind.SECRET;
import static io.perfline.deploy.environment.Kind.TEXT;
import static io.perfline.deploy.environment.Kind.URL;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sections of an environment file and the keys of each. */
final class Schema {

  /** A key that a section may hold. */
  record Key(String name, Kind kind, boolean required) {}

  private static final Map<String, List<Key>> SECTIONS = new LinkedHashMap<>();

  static {
    SECTIONS.put(
        "tomcat", List.of(must("manager", URL), must("user", TEXT), must("password", SECRET)));
    SECTIONS.put("recorder", List.of(must("url", URL), may("kryonet", ADDRESS_LIST)));
    SECTIONS.put("kafka", List.of(must("bootstrap", ADDRESSES), may("client", PROPERTIES)));
    SECTIONS.put(
        "cassandra",
        List.of(
            must("contact_points", ADDRESS_LIST),
            must("datacenter", TEXT),
            may("user", TEXT),
            may("password", SECRET),
            may("tls", FLAG),
            may("truststore", TEXT),
            may("truststore_password", SECRET),
            may("verify_host", FLAG)));
    SECTIONS.put(
        "influxdb",
        List.of(
            must("url", URL),
            must("database", TEXT),
            must("user", TEXT),
            must("password", SECRET)));
  }

  /** Keys that mean nothing without another of their section. */
  private static final Map<String, String> NEEDS =
      Map.of("truststore", "tls", "truststore_password", "truststore", "verify_host", "tls");

  private Schema() {}

  static List<String> sections() {
    return List.copyOf(SECTIONS.keySet());
  }

  static List<Key> keys(String section) {
    return SECTIONS.get(section);
  }

  static Optional<Key> key(String section, String name) {
    return keys(section).stream().filter(key -> key.name().equals(name)).findFirst();
  }

  /** The key without which {@code key} means nothing. */
  static Optional<String> needs(String key) {
    return Optional.ofNullable(NEEDS.get(key));
  }

  static List<String> names(String section) {
    return keys(section).stream().map(Key::name).toList();
  }

  private static Key must(String name, Kind kind) {
    return new Key(name, kind, true);
  }

  private static Key may(String name, Kind kind) {
    return new Key(name, kind, false);
  }
}
