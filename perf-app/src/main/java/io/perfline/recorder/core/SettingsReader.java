package io.perfline.recorder.core;

import io.perfline.recorder.core.RecorderSettings.Access;
import io.perfline.recorder.core.RecorderSettings.Batch;
import io.perfline.recorder.core.RecorderSettings.Kafka;
import io.perfline.recorder.core.RecorderSettings.KafkaIn;
import io.perfline.recorder.core.RecorderSettings.Kryonet;
import io.perfline.recorder.core.RecorderSettings.Limits;
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
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads {@link RecorderSettings} and reports all faults at once. */
public record SettingsReader(SettingValues values) {

  private static final String DEFAULT_TOPIC = "recordings";
  private static final int MIB = 1024 * 1024;
  private static final int MIN_TOKEN_LENGTH = 16;

  /**
   * Reads the settings of one context.
   *
   * @param <S> the kinds of stores, each of which reads its settings
   * @param contextPath the path of the context, such as {@code /recorder}
   * @param parameters the context's parameters
   * @throws SettingsException with all faults
   */
  public static <S extends Enum<S> & Function<SettingValues, StoreSettings>> RecorderSettings read(
      String contextPath,
      Map<String, String> parameters,
      Map<String, String> environment,
      Class<S> stores)
      throws SettingsException {
    SettingValues values = new SettingValues(contextPath, parameters, environment);
    RecorderSettings settings = new SettingsReader(values).read(stores);
    if (!values.faults().isEmpty()) {
      throw new SettingsException(contextPath, values.faults());
    }
    return settings;
  }

  private <S extends Enum<S> & Function<SettingValues, StoreSettings>> RecorderSettings read(
      Class<S> stores) {
    values.needed(SettingName.STORE, "set it to one of " + SettingValues.words(stores));
    StoreSettings store =
        values.choice(SettingName.STORE, stores.getEnumConstants()[0], stores).apply(values);
    boolean kafkaIn = values.flag(SettingName.KAFKA_IN);
    Duration timeout =
        Duration.ofMillis(values.number(SettingName.STORE_TIMEOUT_MS, 4000, 100, 60_000));
    return new RecorderSettings(
        store,
        timeout,
        limits(),
        batch(),
        Duration.ofSeconds(values.number(SettingName.DRAIN_SECONDS, 10, 0, 300)),
        kryonet(),
        store.kafka().or(() -> kafkaIn ? Optional.of(kafka(values)) : Optional.empty()),
        kafkaIn ? Optional.of(kafkaIn()) : Optional.empty(),
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
            topic(values, SettingName.KAFKA_IN_TOPIC, "recordings.in"),
            topic(values, SettingName.KAFKA_ACKS_TOPIC, "recordings.acks"),
            topic(values, SettingName.KAFKA_DEAD_TOPIC, "recordings.dead"),
            values.text(SettingName.KAFKA_GROUP, "recorder"));
    String store = values.text(SettingName.KAFKA_TOPIC, DEFAULT_TOPIC);
    Set<String> all = Set.copyOf(List.of(topics.in(), topics.acks(), topics.dead(), store));
    if (all.size() < 4) {
      values.fault("RECORDER_KAFKA_TOPIC, _IN_TOPIC, _ACKS_TOPIC and _DEAD_TOPIC must all differ");
    }
    return topics;
  }

  private static String topic(SettingValues values, SettingName name, String defaultValue) {
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

  /** Reads the connection to Kafka and the topic of the store. */
  public static Kafka kafka(SettingValues values) {
    values.needed(SettingName.KAFKA_BOOTSTRAP, "set it to Kafka's brokers, host:port,…");
    List<BindAddress> bootstrap = values.list(SettingName.KAFKA_BOOTSTRAP, BindAddress::parse);
    return new Kafka(
        String.join(",", bootstrap.stream().map(BindAddress::toString).toList()),
        properties(values),
        topic(values, SettingName.KAFKA_TOPIC, DEFAULT_TOPIC),
        values.number(SettingName.KAFKA_PARTITIONS, 4, 1, 10_000),
        (short) values.number(SettingName.KAFKA_REPLICATION, 1, 1, 100));
  }

  private static Map<String, String> properties(SettingValues values) {
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
}
