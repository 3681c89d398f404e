package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the messages that were written to a topic after some point in time and are still in it.
 */
public final class TopicCount {

  private final Kafka kafka;
  private final String topic;
  private final Map<TopicPartition, Long> before;

  /**
   * Remembers the current ends of the topic's partitions; a topic that does not exist counts as
   * empty.
   *
   * @throws DriverException if Kafka does not respond
   */
  public TopicCount(Kafka kafka, String topic) throws InterruptedException {
    this.kafka = kafka;
    this.topic = topic;
    try (KafkaAdmin admin = KafkaAdmin.connect(kafka)) {
      before = admin.ends(failed(topic), admin.partitions(failed(topic), topic));
    }
  }

  /**
   * Returns the number of messages written since then that are still in the topic.
   *
   * @throws DriverException if Kafka does not respond
   */
  public long added() throws InterruptedException {
    try (KafkaAdmin admin = KafkaAdmin.connect(kafka)) {
      return admin.count(failed(topic), admin.partitions(failed(topic), topic), before);
    }
  }

  /** Returns the partitions of a topic; none if the topic does not exist. */
  static List<TopicPartition> partitions(Kafka kafka, String topic) throws InterruptedException {
    try (KafkaAdmin admin = KafkaAdmin.connect(kafka)) {
      return admin.partitions(failed(topic), topic);
    }
  }

  private static String failed(String topic) {
    return "could not count topic " + topic;
  }
}
