package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Counts what was written into a topic since a moment and is still there. */
public final class TopicCount {

  private final Kafka kafka;
  private final String topic;
  private final Map<TopicPartition, Long> before;

  /**
   * Notes the topic's ends; one that isn't there counts as empty.
   *
   * @throws DriverException when Kafka can't be asked
   */
  public TopicCount(Kafka kafka, String topic) throws InterruptedException {
    this.kafka = kafka;
    this.topic = topic;
    try (KafkaAdmin admin = reached(kafka)) {
      before = admin.offsets(failed(topic), partitions(admin, topic), OffsetSpec.latest());
    }
  }

  /**
   * The messages written since then that the topic holds.
   *
   * @throws DriverException when Kafka can't be asked
   */
  public long added() throws InterruptedException {
    try (KafkaAdmin admin = reached(kafka)) {
      return held(admin, failed(topic), partitions(admin, topic), before);
    }
  }

  /** The partitions of a topic; none when there is no such topic. */
  static List<TopicPartition> partitions(Kafka kafka, String topic) throws InterruptedException {
    try (KafkaAdmin admin = reached(kafka)) {
      return partitions(admin, topic);
    }
  }

  /** The messages in {@code partitions} from {@code since} on, or from the first one there. */
  static long held(
      KafkaAdmin admin,
      String failed,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> since)
      throws InterruptedException {
    Map<TopicPartition, Long> firsts = admin.offsets(failed, partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = admin.offsets(failed, partitions, OffsetSpec.latest());
    return partitions.stream()
        .mapToLong(p -> ends.get(p) - Math.max(firsts.get(p), since.getOrDefault(p, 0L)))
        .map(count -> Math.max(0, count))
        .sum();
  }

  private static List<TopicPartition> partitions(KafkaAdmin admin, String topic)
      throws InterruptedException {
    try {
      return admin
          .get(failed(topic), admin.client().describeTopics(List.of(topic)).allTopicNames())
          .get(topic)
          .partitions()
          .stream()
          .map(partition -> new TopicPartition(topic, partition.partition()))
          .toList();
    } catch (DriverException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return List.of();
      }
      throw e;
    }
  }

  private static KafkaAdmin reached(Kafka kafka) {
    Reachable.check("Kafka", kafka.bootstrap());
    return new KafkaAdmin(kafka);
  }

  private static String failed(String topic) {
    return "could not count topic " + topic;
  }
}
