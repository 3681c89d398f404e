package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

abstract class ProducerConnection implements Connection {

  private static final Duration CLOSE = Duration.ofSeconds(1);

  final KafkaProducer<byte[], byte[]> producer;
  private final TopicPartition[] partitions;
  private int nextPartition;

  /**
   * Opens the producer and fetches its partitions' leaders, so that the first batch does not have
   * to wait.
   *
   * @throws DriverException if Kafka does not respond
   */
  ProducerConnection(Map<String, Object> properties, int index, List<TopicPartition> partitions) {
    this.partitions = partitions.toArray(TopicPartition[]::new);
    nextPartition = index % partitions.size();
    KafkaProducer<byte[], byte[]> opened = null;
    try {
      opened =
          new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
      for (String topic : partitions.stream().map(TopicPartition::topic).distinct().toList()) {
        opened.partitionsFor(topic);
      }
    } catch (KafkaException e) {
      if (opened != null) {
        opened.close(CLOSE);
      }
      throw new DriverException(
          "connection %d to Kafka failed: %s".formatted(index, DriverException.reason(e)), e);
    }
    producer = opened;
  }

  final TopicPartition nextPartition() {
    TopicPartition next = partitions[nextPartition];
    nextPartition = nextPartition + 1 == partitions.length ? 0 : nextPartition + 1;
    return next;
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
