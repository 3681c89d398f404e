package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.CaseSettings;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * How a case's batches become Kafka's. The producer sends a batch of its own once it holds {@code
 * batch.size} bytes, or after {@code linger.ms}; so {@code batch.size} is chosen to be reached by
 * the last message of ours, and nothing has to linger. A batch above 1 MiB goes out in equal parts.
 *
 * @param messages in our batch
 * @param bufferBytes Kafka's {@code batch.size}
 * @param recordBytes bytes of all records of our batch
 */
record BatchPlan(int messages, int bufferBytes, long recordBytes) {

  /** Header of a record batch, format 2. */
  private static final int HEADER = 61;

  private static final int LARGEST = 1 << 20;
  private static final int KAFKAS_OWN_BATCH = 16_384;
  private static final int LINGER_MILLIS = 5;
  private static final long LEAST_MEMORY = 8L << 20;
  private static final long MOST_MEMORY = 256L << 20;

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
   * Bytes of records without key and headers, all of the same time: length, attributes, time and
   * offset differences, key length, value length, value, number of headers; lengths as zigzag
   * varints. See Kafka's protocol guide, "Record".
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

  /** The largest request, for the limits of topic and producer. */
  int largestRequest() {
    return Math.max(LARGEST, bufferBytes) + 1024;
  }

  /** The settings of one connection's producer. */
  Map<String, Object> producer(Kafka kafka, CaseSettings settings, int index) {
    Map<String, Object> properties = KafkaAdmin.properties(kafka);
    // Kafka's own time is over a little before the engine's, which could not say why.
    int delivery = Math.toIntExact(settings.duration("timeout").toMillis() * 9 / 10);
    String acks = settings.choice(KafkaDriver.ACKS);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "perfline-" + index);
    properties.put(ProducerConfig.ACKS_CONFIG, acks);
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, acks.equals("all"));
    properties.put(ProducerConfig.BATCH_SIZE_CONFIG, bufferBytes);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largestRequest());
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, memory(settings));
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, delivery);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery / 2);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, Math.min(LINGER_MILLIS, delivery / 4));
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
    return properties;
  }

  private long memory(CaseSettings settings) {
    long wanted = 2 * (recordBytes + bufferBytes) * settings.number("in_flight");
    return Math.max(2L * bufferBytes, Math.max(LEAST_MEMORY, Math.min(MOST_MEMORY, wanted)));
  }
}
