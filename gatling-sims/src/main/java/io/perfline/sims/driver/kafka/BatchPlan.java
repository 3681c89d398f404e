package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.CaseSettings;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Maps the batches of a case to those of Kafka's producer. The producer sends a batch when it
 * contains {@code batch.size} bytes, or after {@code linger.ms}. Therefore {@code batch.size} is
 * chosen such that the last message of a case's batch reaches it, and nothing lingers. A batch
 * larger than 1 MiB is sent in equal parts.
 *
 * @param messages the number of messages in a batch of the case
 * @param bufferBytes Kafka's {@code batch.size}
 * @param recordBytes the size in bytes of all records in a batch of the case
 */
record BatchPlan(int messages, int bufferBytes, long recordBytes) {

  /** The length in bytes of the header of a record batch in format 2. */
  private static final int HEADER = 61;

  private static final int LARGEST = 1 << 20;
  private static final int KAFKAS_OWN_BATCH = 16_384;
  private static final int LINGER_MILLIS = 5;
  private static final long MIN_MEMORY = 8L << 20;
  private static final long MAX_MEMORY = 256L << 20;

  static BatchPlan of(int messages, int messageBytes) {
    long all = records(messages, messageBytes);
    if (messages == 1) {
      return new BatchPlan(1, KAFKAS_OWN_BATCH, all);
    }
    int parts = 1;
    while (HEADER + records(ceil(messages, parts), messageBytes) > LARGEST && parts < messages) {
      parts *= 2;
    }
    long part = HEADER + records(ceil(messages, Math.min(parts, messages)), messageBytes);
    return new BatchPlan(messages, Math.toIntExact(part), all);
  }

  /**
   * Returns the size in bytes of records without keys and headers that all have the same timestamp:
   * length, attributes, differences of timestamp and offset, key length, value length, value, and
   * number of headers; lengths are zigzag varints. See Kafka's protocol guide, "Record".
   */
  private static long records(int count, int valueBytes) {
    long sum = 0;
    for (int offset = 0; offset < count; offset++) {
      int body = 1 + 1 + varint(offset) + 1 + varint(valueBytes) + valueBytes + 1;
      sum += varint(body) + body;
    }
    return sum;
  }

  private static int varint(int value) {
    int zigzag = value << 1;
    int bytes = 1;
    while ((zigzag & 0xffffff80) != 0) {
      zigzag >>>= 7;
      bytes++;
    }
    return bytes;
  }

  private static int ceil(int count, int parts) {
    return (count + parts - 1) / parts;
  }

  /** Returns the size in bytes of the largest request, for the limits of topic and producer. */
  int largestRequest() {
    return Math.max(LARGEST, bufferBytes) + 1024;
  }

  /** Returns the properties of a connection's producer. */
  Map<String, Object> producer(Kafka kafka, CaseSettings settings, int index) {
    String acks = settings.choice(KafkaDriver.ACKS);
    Duration timeout = settings.duration("timeout");
    Map<String, Object> properties = KafkaAdmin.producer(kafka, index, acks, timeout);
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, acks.equals("all"));
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, bufferBytes);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestRequest());
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, memory(settings));
    int delivery = (Integer) properties.get(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, Math.min(LINGER_MILLIS, delivery / 4));
    return properties;
  }

  private long memory(CaseSettings settings) {
    long wanted = 2 * (recordBytes + bufferBytes) * settings.number("in_flight");
    return Math.max(2L * bufferBytes, Math.max(MIN_MEMORY, Math.min(MAX_MEMORY, wanted)));
  }
}
