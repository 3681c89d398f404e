package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the ids of the recordings that the recorder has stored in Kafka after some point in time.
 */
public final class TopicIds {

  private static final Duration POLL = Duration.ofMillis(200);

  /** How long Kafka may send no record before it counts as failed. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final int ID_BYTES = 16;

  private final Kafka kafka;
  private final List<TopicPartition> partitions;
  private final Map<TopicPartition, Long> before;

  /**
   * Remembers the current ends of the topic's partitions.
   *
   * @throws DriverException if there is no such topic, or Kafka does not respond
   */
  public TopicIds(Kafka kafka, String topic) throws InterruptedException {
    this.kafka = kafka;
    partitions = TopicCount.partitions(kafka, topic);
    if (partitions.isEmpty()) {
      throw new DriverException(
          "Kafka at %s has no topic %s, which the recorder makes when it starts"
              .formatted(kafka.bootstrap(), topic));
    }
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      before = consumer.endOffsets(partitions);
    } catch (KafkaException e) {
      throw unread(e);
    }
  }

  /**
   * Returns the ids that were stored since then.
   *
   * @throws DriverException if the topic cannot be read
   */
  public Set<UUID> added() {
    Set<UUID> ids = new HashSet<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(partitions);
      before.forEach(consumer::seek);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long answered = System.nanoTime();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          answered = System.nanoTime();
        } else if (System.nanoTime() - answered > TIMEOUT.toNanos()) {
          throw unread(
              new TimeoutException(
                  "it has sent no record for %d s".formatted(TIMEOUT.toSeconds())));
        }
        for (ConsumerRecord<byte[], byte[]> record : records) {
          if (record.key() != null && record.key().length == ID_BYTES) {
            ByteBuffer id = ByteBuffer.wrap(record.key());
            ids.add(new UUID(id.getLong(), id.getLong()));
          }
        }
      }
    } catch (KafkaException e) {
      throw unread(e);
    }
    return ids;
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> properties = KafkaAdmin.properties(kafka);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private DriverException unread(KafkaException e) {
    return new DriverException(
        "Kafka at %s did not list the contents of %s: %s"
            .formatted(kafka.bootstrap(), partitions.get(0).topic(), DriverException.reason(e)),
        e);
  }
}
