package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.RecorderSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Creates the recorder's Kafka clients. Client properties from the settings take precedence. */
public final class KafkaClients {

  private static final int MIB = 1024 * 1024;

  /** The maximum size of a record without its data. */
  private static final int RECORD_OVERHEAD_BYTES = 64 * 1024;

  /** The maximum number of batches per partition that are being filled or in flight. */
  private static final int BATCHES = 6;

  private final RecorderSettings.Kafka kafka;
  private final RecorderSettings settings;

  public KafkaClients(RecorderSettings settings) {
    this.settings = settings;
    this.kafka = settings.kafka().orElseThrow();
  }

  /** Returns the maximum size of a record, in bytes. */
  public int maxRecordBytes() {
    return settings.limits().messageBytes() + RECORD_OVERHEAD_BYTES;
  }

  /**
   * Returns a producer of recordings. It ignores keys, because the choice of partition has no
   * meaning, and sends consecutive messages to one partition in larger batches.
   */
  public KafkaProducer<byte[], byte[]> recordings() {
    return producer(Map.of(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, true));
  }

  /** Returns a producer of replies, which chooses the partition by key. */
  public KafkaProducer<byte[], byte[]> replies() {
    return producer(Map.of());
  }

  /**
   * Returns a producer that never blocks its callers, neither loses nor duplicates acknowledged
   * messages, and gives up on a message after the store's time limit. It has at most one request
   * per broker in flight and fills the next batch meanwhile. Therefore a single message does not
   * wait, and more load makes larger batches.
   */
  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    int timeout = Math.toIntExact(settings.storeTimeout().toMillis());
    Map<String, Object> config = common();
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, settings.batch().bytes());
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, timeout);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxRecordBytes());
    // The buffer exceeds the queue's budget, which counts data twice because batches may be half
    // empty, plus nearly empty batches. Therefore send() never waits for it.
    config.put(
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        settings.limits().queueBytes()
            + (long) BATCHES * kafka.partitions() * settings.batch().bytes());
    config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(1).toMillis());
    config.putAll(more);
    config.putAll(kafka.client());
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Returns a client that creates topics and checks whether Kafka works. */
  public Admin admin() {
    Map<String, Object> config = common();
    config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 2000);
    config.put("default.api.timeout.ms", 2500);
    config.putAll(kafka.client());
    return Admin.create(config);
  }

  /**
   * Returns a consumer without a group that reads at given offsets. It does not let brokers wait
   * for new records: consumers prefetch, and a prefetch at the end of a partition would delay the
   * next read at another offset.
   */
  public KafkaConsumer<byte[], byte[]> reader() {
    return consumer(Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 0));
  }

  /** Returns a consumer of a group whose offsets the caller commits. */
  public KafkaConsumer<byte[], byte[]> member(String group) {
    return consumer(
        Map.of(
            ConsumerConfig.GROUP_ID_CONFIG,
            group,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            10_000));
  }

  private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
    Map<String, Object> config = common();
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 500);
    config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MIB);
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 4 * MIB);
    config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 4000);
    config.put("default.api.timeout.ms", 4500);
    config.putAll(more);
    config.putAll(kafka.client());
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private Map<String, Object> common() {
    Map<String, Object> config = new HashMap<>();
    config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    config.put(CommonClientConfigs.CLIENT_ID_CONFIG, "recorder-" + UUID.randomUUID());
    config.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
    config.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 500);
    config.put("enable.metrics.push", false);
    return config;
  }
}
