package io.perfline.recorder.settings;

import io.perfline.recorder.settings.RecorderSettings.Cassandra;
import io.perfline.recorder.settings.RecorderSettings.Kafka;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Reads how the stores are reached. */
final class StoreSettings {

  static final String DEFAULT_TOPIC = "recordings";

  private final SettingValues values;

  StoreSettings(SettingValues values) {
    this.values = values;
  }

  Kafka kafka() {
    values.needed(SettingName.KAFKA_BOOTSTRAP, "set it to Kafka's brokers, host:port,…");
    List<BindAddress> bootstrap = values.list(SettingName.KAFKA_BOOTSTRAP, BindAddress::parse);
    return new Kafka(
        String.join(",", bootstrap.stream().map(BindAddress::toString).toList()),
        properties(),
        topic(values, SettingName.KAFKA_TOPIC, DEFAULT_TOPIC),
        values.number(SettingName.KAFKA_PARTITIONS, 4, 1, 10_000),
        (short) values.number(SettingName.KAFKA_REPLICATION, 1, 1, 100));
  }

  static String topic(SettingValues values, SettingName name, String otherwise) {
    return values.matching(
        name, otherwise, "[A-Za-z0-9._-]{1,249}", "1 to 249 letters, digits, '.', '_' and '-'");
  }

  private Map<String, String> properties() {
    String file = values.text(SettingName.KAFKA_PROPERTIES, null);
    Map<String, String> client = new HashMap<>();
    if (file != null) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        values.fault("RECORDER_KAFKA_PROPERTIES names '" + file + "', which can't be read: " + e);
      }
      properties.stringPropertyNames().forEach(key -> client.put(key, properties.getProperty(key)));
    }
    return Map.copyOf(client);
  }

  Cassandra cassandra() {
    values.needed(SettingName.CASSANDRA_CONTACT_POINTS, "set it to Cassandra's nodes, host:port,…");
    String user = values.text(SettingName.CASSANDRA_USER, null);
    String password = values.text(SettingName.CASSANDRA_PASSWORD, null);
    if ((user == null) != (password == null)) {
      values.fault("RECORDER_CASSANDRA_USER and RECORDER_CASSANDRA_PASSWORD only go together");
    }
    return new Cassandra(
        values.list(SettingName.CASSANDRA_CONTACT_POINTS, BindAddress::parse),
        values.needed(SettingName.CASSANDRA_DATACENTER, "set it to the data center to write to"),
        user,
        password,
        values.flag(SettingName.CASSANDRA_TLS),
        values.matching(
            SettingName.CASSANDRA_KEYSPACE,
            "recorder",
            "[a-z][a-z0-9_]{0,47}",
            "a lower-case letter, then up to 47 lower-case letters, digits and '_'"),
        values.number(SettingName.CASSANDRA_REPLICATION, 1, 1, 100),
        values.number(SettingName.CASSANDRA_PARTITIONS, 4, 1, 64),
        values.choice(SettingName.CASSANDRA_CONSISTENCY, Level.LOCAL_QUORUM, Level.class).name());
  }

  /** The consistency levels that a write of the recorder may ask for. */
  private enum Level {
    ONE,
    TWO,
    THREE,
    QUORUM,
    ALL,
    LOCAL_ONE,
    LOCAL_QUORUM,
    EACH_QUORUM
  }
}
