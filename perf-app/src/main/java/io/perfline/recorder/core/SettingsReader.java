package io.perfline.recorder.core;

import io.perfline.recorder.core.RecorderSettings.Access;
import io.perfline.recorder.core.RecorderSettings.Batch;
import io.perfline.recorder.core.RecorderSettings.Cassandra;
import io.perfline.recorder.core.RecorderSettings.Kafka;
import io.perfline.recorder.core.RecorderSettings.KafkaIn;
import io.perfline.recorder.core.RecorderSettings.Kryonet;
import io.perfline.recorder.core.RecorderSettings.Limits;
import io.perfline.recorder.core.RecorderSettings.Memory;
import io.perfline.recorder.core.RecorderSettings.StoreKind;
import io.perfline.recorder.core.RecorderSettings.Who;
import io.perfline.recorder.message.MessageKryo;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/** Reads {@link RecorderSettings} and reports all faults at once. */
public record SettingsReader(SettingValues values) {

  private static final String DEFAULT_TOPIC = "recordings";
  private static final int MIB = 1024 * 1024;
  private static final int MIN_TOKEN_LENGTH = 16;

  /**
   * Reads the settings of one context.
   *
   * @param contextPath the path of the context, such as {@code /recorder}
   * @param parameters the context's parameters
   * @throws SettingsException with all faults
   */
  public static RecorderSettings read(
      String contextPath, Map<String, String> parameters, Map<String, String> environment)
      throws SettingsException {
    SettingValues values = new SettingValues(contextPath, parameters, environment);
    RecorderSettings settings = new SettingsReader(values).read();
    if (!values.faults().isEmpty()) {
      throw new SettingsException(contextPath, values.faults());
    }
    return settings;
  }

  private RecorderSettings read() {
    values.needed(SettingName.STORE, "set it to memory, kafka or cassandra");
    StoreKind store = values.choice(SettingName.STORE, StoreKind.MEMORY, StoreKind.class);
    boolean kafkaIn = values.flag(SettingName.KAFKA_IN);
    Duration timeout =
        Duration.ofMillis(values.number(SettingName.STORE_TIMEOUT_MS, 4000, 100, 60_000));
    return new RecorderSettings(
        store,
        timeout,
        limits(),
        batch(),
        Duration.ofSeconds(values.number(SettingName.DRAIN_SECONDS, 10, 0, 300)),
        new Memory(
            values.number(SettingName.MEMORY_MESSAGES, 50_000, 1, 10_000_000),
            values.bytes(SettingName.MEMORY_BYTES, 32 * MIB, 1024, 1L << 40)),
        kryonet(),
        store == StoreKind.KAFKA || kafkaIn ? Optional.of(kafka()) : Optional.empty(),
        kafkaIn ? Optional.of(kafkaIn()) : Optional.empty(),
        store == StoreKind.CASSANDRA ? Optional.of(cassandra()) : Optional.empty(),
        access());
  }

  private Limits limits() {
    Limits limits =
        new Limits(
            values.number(SettingName.MESSAGE_BYTES, 5 * MIB, 1, 64 * MIB),
            values.number(SettingName.URL_LENGTH, 2048, 1, MessageKryo.MAX_URL_LENGTH),
            values.number(SettingName.QUEUE_MESSAGES, 20_000, 1, 1_000_000),
            values.bytes(SettingName.QUEUE_BYTES, 48 * MIB, 64 * 1024, 1L << 40),
            values.number(SettingName.HTTP_BODY_BYTES, 8 * MIB, 1024, 256 * MIB),
            values.number(SettingName.HTTP_BATCH_MESSAGES, 1000, 1, 100_000));
    // A message is counted twice, because the store's client copies it; the rest is the size of a
    // request. A smaller queue could never accept the largest message.
    long largest = 2L * Math.max(limits.messageBytes(), limits.httpBodyBytes()) + 128 * 1024;
    if (limits.queueBytes() < largest) {
      values.fault(
          "RECORDER_QUEUE_BYTES is %d; with these message and body sizes it must be at least %d"
              .formatted(limits.queueBytes(), largest));
    }
    return limits;
  }

  private Batch batch() {
    return new Batch(
        values.number(SettingName.BATCH_MESSAGES, 256, 1, 256),
        values.number(SettingName.BATCH_BYTES, 256 * 1024, 1024, 4 * MIB),
        Duration.ofMillis(values.number(SettingName.BATCH_DELAY_MS, 2, 0, 1000)));
  }

  private Kryonet kryonet() {
    return new Kryonet(
        values.text(SettingName.KRYONET_ADDRESS, "127.0.0.1"),
        values.list(SettingName.KRYONET_PORTS, BindAddress::port),
        values.number(SettingName.KRYONET_CONNECTIONS, 256, 1, 10_000));
  }

  private KafkaIn kafkaIn() {
    KafkaIn topics =
        new KafkaIn(
            topic(SettingName.KAFKA_IN_TOPIC, "recordings.in"),
            topic(SettingName.KAFKA_ACKS_TOPIC, "recordings.acks"),
            topic(SettingName.KAFKA_DEAD_TOPIC, "recordings.dead"),
            values.text(SettingName.KAFKA_GROUP, "recorder"));
    String store = values.text(SettingName.KAFKA_TOPIC, DEFAULT_TOPIC);
    Set<String> all = Set.copyOf(List.of(topics.in(), topics.acks(), topics.dead(), store));
    if (all.size() < 4) {
      values.fault("RECORDER_KAFKA_TOPIC, _IN_TOPIC, _ACKS_TOPIC and _DEAD_TOPIC must all differ");
    }
    return topics;
  }

  private String topic(SettingName name, String defaultValue) {
    return values.matching(
        name, defaultValue, "[A-Za-z0-9._-]{1,249}", "1 to 249 letters, digits, '.', '_' and '-'");
  }

  private Access access() {
    Access access =
        new Access(
            values.choice(SettingName.ACCESS_RECORD, Who.EVERYONE, Who.class),
            values.choice(SettingName.ACCESS_READ, Who.EVERYONE, Who.class),
            values.choice(SettingName.ACCESS_HEALTH, Who.EVERYONE, Who.class),
            values.choice(SettingName.ACCESS_VERSION, Who.EVERYONE, Who.class),
            values.choice(SettingName.ACCESS_METRICS, Who.EVERYONE, Who.class),
            values.text(SettingName.ACCESS_TOKEN, null));
    boolean needsToken =
        Stream.of(
                access.record(), access.read(), access.health(), access.version(), access.metrics())
            .anyMatch(Who.TOKEN::equals);
    if (needsToken) {
      String token =
          values.needed(SettingName.ACCESS_TOKEN, "a RECORDER_ACCESS_… setting requires a token");
      if (token != null && token.length() < MIN_TOKEN_LENGTH) {
        values.fault("RECORDER_ACCESS_TOKEN is too short: give at least 16 characters");
      }
    }
    return access;
  }

  private Kafka kafka() {
    values.needed(SettingName.KAFKA_BOOTSTRAP, "set it to Kafka's brokers, host:port,…");
    List<BindAddress> bootstrap = values.list(SettingName.KAFKA_BOOTSTRAP, BindAddress::parse);
    return new Kafka(
        String.join(",", bootstrap.stream().map(BindAddress::toString).toList()),
        properties(),
        topic(SettingName.KAFKA_TOPIC, DEFAULT_TOPIC),
        values.number(SettingName.KAFKA_PARTITIONS, 4, 1, 10_000),
        (short) values.number(SettingName.KAFKA_REPLICATION, 1, 1, 100));
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

  private Cassandra cassandra() {
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

  /** The consistency levels that can be set for writes and reads. */
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
