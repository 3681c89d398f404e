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
    KafkaProducer<byte[], byte[]> producer = open(properties, index);
    try {
      partitions.stream().map(TopicPartition::topic).distinct().forEach(producer::partitionsFor);
      return producer;
    } catch (KafkaException e) {
      producer.close(CLOSE);
      throw failed(index, e);
    }
  }

  private static KafkaProducer<byte[], byte[]> open(Map<String, Object> properties, int index) {
    try {
      return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw failed(index, e);
    }
  }

  private static DriverException failed(int index, KafkaException e) {
    return new DriverException(
        "connection %d to Kafka failed: %s".formatted(index, Reasons.of(e)), e);
  }
}
