package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reasons;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Opens the producers of connections. */
final class Producers {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private Producers() {}

  /**
   * A producer that knows where its partitions are, so that the first batch doesn't wait for it.
   *
   * @throws DriverException when Kafka doesn't say
   */
  static KafkaProducer<byte[], byte[]> open(
      Map<String, Object> properties, int index, List<TopicPartition> partitions) {
    KafkaProducer<byte[], byte[]> producer = null;
    try {
      producer =
          new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
      for (String topic : partitions.stream().map(TopicPartition::topic).distinct().toList()) {
        producer.partitionsFor(topic);
      }
      return producer;
    } catch (KafkaException e) {
      if (producer != null) {
        producer.close(CLOSE);
      }
      throw new DriverException(
          "connection %d to Kafka failed: %s".formatted(index, Reasons.of(e)), e);
    }
  }
}
