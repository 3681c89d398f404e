package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.Reasons;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Counts what was written into a topic since a moment and is still there. */
public final class TopicCount {
  private static final Duration CLOSE = Duration.ofSeconds(2);

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
    before =
        ask(kafka, topic, admin -> offsets(admin, partitions(admin, topic), OffsetSpec.latest()));
  }

  /**
   * The messages written since then that the topic holds.
   *
   * @throws DriverException when Kafka can't be asked
   */
  public long added() throws InterruptedException {
    return ask(kafka, topic, admin -> held(admin, partitions(admin, topic), before));
  }

  /** The partitions of a topic; none when there is no such topic. */
  static List<TopicPartition> partitions(Kafka kafka, String topic) throws InterruptedException {
    return ask(kafka, topic, admin -> partitions(admin, topic));
  }

  /** The messages in {@code partitions} from {@code since} on, or from the first one there. */
  static long held(Admin admin, List<TopicPartition> partitions, Map<TopicPartition, Long> since)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, Long> firsts = offsets(admin, partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = offsets(admin, partitions, OffsetSpec.latest());
    return partitions.stream()
        .mapToLong(p -> ends.get(p) - Math.max(firsts.get(p), since.getOrDefault(p, 0L)))
        .map(count -> Math.max(0, count))
        .sum();
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, List<TopicPartition> partitions, OffsetSpec which)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> found :
        admin.listOffsets(wanted).all().get().entrySet()) {
      offsets.put(found.getKey(), found.getValue().offset());
    }
    return offsets;
  }

  private static List<TopicPartition> partitions(Admin admin, String topic)
      throws ExecutionException, InterruptedException {
    try {
      KafkaFuture<List<TopicPartition>> all =
          admin
              .describeTopics(List.of(topic))
              .topicNameValues()
              .get(topic)
              .thenApply(
                  found ->
                      found.partitions().stream()
                          .map(partition -> new TopicPartition(topic, partition.partition()))
                          .toList());
      return all.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return List.of();
      }
      throw e;
    }
  }

  /** A question to Kafka. */
  private interface Question<T> {
    T answer(Admin admin) throws ExecutionException, InterruptedException;
  }

  private static <T> T ask(Kafka kafka, String topic, Question<T> question)
      throws InterruptedException {
    Reachable.check("Kafka", kafka.bootstrap());
    Admin admin = CaseTopics.admin(kafka);
    try {
      return question.answer(admin);
    } catch (ExecutionException e) {
      throw new DriverException(
          "Kafka at %s could not count topic %s: %s"
              .formatted(kafka.bootstrap(), topic, Reasons.of(e.getCause())),
          e.getCause());
    } finally {
      admin.close(CLOSE);
    }
  }
}
