package io.perfline.core.environment;

import static io.perfline.core.environment.Form.ADDRESS;
import static io.perfline.core.environment.Form.ADDRESSES;
import static io.perfline.core.environment.Form.FLAG;
import static io.perfline.core.environment.Form.SERVER;
import static io.perfline.core.environment.Form.TEXT;
import static io.perfline.core.environment.Form.URL;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.SecretNames;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The sections of an environment file and the keys of each. */
final class EnvironmentFormat {

  private static final Map<String, List<Property<List<Setting>>>> SECTIONS =
      Map.of(
          "tomcat",
          List.of(
              must("tomcat.manager", URL),
              must("tomcat.user", TEXT),
              must("tomcat.password", TEXT)),
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
              may("cassandra.password", TEXT),
              may("cassandra.tls", FLAG),
              may("cassandra.truststore", TEXT),
              may("cassandra.truststore_password", TEXT),
              may("cassandra.verify_host", FLAG)),
          "redis",
          List.of(must("redis.address", SERVER), may("redis.password", TEXT)),
          "etcd",
          List.of(must("etcd.endpoints", ADDRESS), may("etcd.cluster", ADDRESS)),
          "influxdb",
          List.of(
              must("influxdb.url", URL),
              must("influxdb.database", TEXT),
              must("influxdb.user", TEXT),
              must("influxdb.password", TEXT)));

  /** Optional keys that mean nothing without another, where their section has that. */
  private static final Map<String, String> NEEDS =
      Map.of(
          "truststore", "tls",
          "truststore_password", "truststore",
          "verify_host", "tls",
          "user", "password",
          "password", "user");

  private static final Property<Setting> NAME =
      Property.required("name", new SettingKind("name", TEXT));

  private static final List<Property<Map<String, List<Setting>>>> SECTION_KEYS =
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
          .map(section -> Property.optional(section, section(section)))
          .toList();

  /** A whole file. */
  static final Schema<EnvironmentFile> FILE =
      ObjectSchema.always(
          "an environment",
          parsed ->
              parsed.has(NAME)
                  ? new EnvironmentFile(
                      parsed.get(NAME).template().toString(), parsed.map(SECTION_KEYS))
                  : null,
          Stream.concat(Stream.of(NAME), SECTION_KEYS.stream()).toList());

  private EnvironmentFormat() {}

  /** The keys that a section may have. */
  static List<String> names(String section) {
    return SECTIONS.get(section).stream().map(Property::name).toList();
  }

  private static Schema<Map<String, List<Setting>>> section(String section) {
    List<Property<List<Setting>>> keys = SECTIONS.get(section);
    return ObjectSchema.always(
        section,
        parsed -> {
          together(parsed, keys);
          return parsed.map(keys);
        },
        keys);
  }

  /** Finds keys that miss those they belong to. */
  private static void together(ParsedObject parsed, List<Property<List<Setting>>> keys) {
    List<String> absent =
        keys.stream().filter(property -> !parsed.isGiven(property)).map(Property::name).toList();
    for (Property<?> property : keys) {
      String needed = NEEDS.get(property.name());
      if (!property.required()
          && needed != null
          && parsed.isGiven(property)
          && absent.contains(needed)) {
        parsed.fault(property, "it means nothing without '%s'".formatted(needed));
      }
    }
  }

  private static List<Property<List<Setting>>> service(String section) {
    return List.of(
        must(section + ".url", URL),
        may(section + ".kryonet", ADDRESS),
        may(section + ".topic_in", TEXT),
        may(section + ".topic_acks", TEXT));
  }

  private static Property<List<Setting>> must(String path, Form form) {
    return Property.required(name(path), kind(path, form));
  }

  private static Property<List<Setting>> may(String path, Form form) {
    return Property.optional(name(path), kind(path, form));
  }

  private static Schema<List<Setting>> kind(String path, Form form) {
    Schema<Setting> schema = new SettingKind(path, SecretNames.isSecret(path) ? Form.SECRET : form);
    return form == ADDRESS ? Schemas.listOf(schema) : schema.then(List::of);
  }

  private static Property<List<Setting>> properties(String path) {
    Schema<Map<String, Setting>> properties =
        Schemas.named(
            "property",
            "characters without blanks",
            "^\\S+$",
            name ->
                new SettingKind(
                    path + "." + name, SecretNames.isSecret(name) ? Form.SECRET : TEXT));
    return Property.optional(name(path), properties.then(map -> List.copyOf(map.values())));
  }

  private static String name(String path) {
    return path.substring(path.indexOf('.') + 1);
  }
}
