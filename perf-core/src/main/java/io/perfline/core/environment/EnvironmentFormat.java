package io.perfline.core.environment;

import static io.perfline.core.environment.Form.ADDRESS;
import static io.perfline.core.environment.Form.ADDRESSES;
import static io.perfline.core.environment.Form.FLAG;
import static io.perfline.core.environment.Form.SECRET;
import static io.perfline.core.environment.Form.SERVER;
import static io.perfline.core.environment.Form.TEXT;
import static io.perfline.core.environment.Form.URL;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The sections of an environment file and the keys of each. */
final class EnvironmentFormat {

  private static final Map<String, List<Key<List<Setting>>>> SECTIONS =
      Map.of(
          "tomcat",
          List.of(
              must("tomcat.manager", URL),
              must("tomcat.user", TEXT),
              must("tomcat.password", SECRET)),
          "service",
          service("service"),
          "recorder",
          service("recorder"),
          "baseline",
          service("baseline"),
          "kafka",
          List.of(must("kafka.bootstrap", ADDRESSES), properties("kafka.client")),
          "cassandra",
          List.of(
              must("cassandra.contact_points", ADDRESS),
              must("cassandra.datacenter", TEXT),
              may("cassandra.user", TEXT),
              may("cassandra.password", SECRET),
              may("cassandra.tls", FLAG),
              may("cassandra.truststore", TEXT),
              may("cassandra.truststore_password", SECRET),
              may("cassandra.verify_host", FLAG)),
          "redis",
          List.of(must("redis.address", SERVER), may("redis.password", SECRET)),
          "etcd",
          List.of(must("etcd.endpoints", ADDRESS), may("etcd.cluster", ADDRESS)),
          "influxdb",
          List.of(
              must("influxdb.url", URL),
              must("influxdb.database", TEXT),
              must("influxdb.user", TEXT),
              must("influxdb.password", SECRET)));

  /** Optional keys that mean nothing without another, where their section has that. */
  private static final Map<String, String> NEEDS =
      Map.of(
          "truststore", "tls",
          "truststore_password", "truststore",
          "verify_host", "tls",
          "user", "password",
          "password", "user");

  private static final Key<Setting> NAME = Key.required("name", new SettingKind("name", TEXT));

  private static final List<Key<Map<String, List<Setting>>>> SECTION_KEYS =
      Stream.of(
              "tomcat",
              "service",
              "recorder",
              "baseline",
              "kafka",
              "cassandra",
              "redis",
              "etcd",
              "influxdb")
          .map(section -> Key.optional(section, section(section)))
          .toList();

  /** A whole file. */
  static final Kind<EnvironmentFile> FILE =
      Shape.always(
          "an environment",
          values ->
              values.has(NAME)
                  ? new EnvironmentFile(values.get(NAME).text(), values.map(SECTION_KEYS))
                  : null,
          Stream.concat(Stream.of(NAME), SECTION_KEYS.stream()).toList());

  private EnvironmentFormat() {}

  /** The keys that a section may have. */
  static List<String> names(String section) {
    return SECTIONS.get(section).stream().map(Key::name).toList();
  }

  private static Kind<Map<String, List<Setting>>> section(String section) {
    List<Key<List<Setting>>> keys = SECTIONS.get(section);
    return Shape.always(
        section,
        values -> {
          together(values, keys);
          return values.map(keys);
        },
        keys);
  }

  /** Finds keys that miss those they belong to. */
  private static void together(Values values, List<Key<List<Setting>>> keys) {
    List<String> absent = keys.stream().filter(key -> !values.isGiven(key)).map(Key::name).toList();
    for (Key<?> key : keys) {
      String needed = NEEDS.get(key.name());
      if (!key.required() && needed != null && values.isGiven(key) && absent.contains(needed)) {
        values.fault(key, "it means nothing without '%s'".formatted(needed));
      }
    }
  }

  private static List<Key<List<Setting>>> service(String section) {
    return List.of(
        must(section + ".url", URL),
        may(section + ".kryonet", ADDRESS),
        may(section + ".topic_in", TEXT),
        may(section + ".topic_acks", TEXT));
  }

  private static Key<List<Setting>> must(String path, Form form) {
    return Key.required(name(path), kind(path, form));
  }

  private static Key<List<Setting>> may(String path, Form form) {
    return Key.optional(name(path), kind(path, form));
  }

  private static Kind<List<Setting>> kind(String path, Form form) {
    Kind<Setting> kind = new SettingKind(path, form);
    return form == ADDRESS ? Kinds.listOf(kind) : kind.then(List::of);
  }

  private static Key<List<Setting>> properties(String path) {
    Kind<Map<String, Setting>> properties =
        Kinds.named(
            "property",
            "characters without blanks",
            "^\\S+$",
            name -> new SettingKind(path + "." + name, isSecret(name) ? SECRET : TEXT));
    return Key.optional(name(path), properties.then(map -> List.copyOf(map.values())));
  }

  private static String name(String path) {
    return path.substring(path.indexOf('.') + 1);
  }

  /** Whether a client property of this name holds a password or a private key. */
  private static boolean isSecret(String name) {
    String property = name.toLowerCase(Locale.ROOT);
    return property.contains("password")
        || property.contains("jaas")
        || property.contains("secret")
        || property.contains("private")
        || property.equals("ssl.keystore.key");
  }
}
