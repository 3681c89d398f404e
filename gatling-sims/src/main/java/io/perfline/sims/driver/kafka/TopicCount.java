package io.perfline.sims.driver.kafka;

import io.perfline.deploy.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Counts what was ever written into a topic, by the ends of its partitions. */
public final class TopicCount {

  private static final Duration CLOSE = Duration.ofSeconds(2);

  private TopicCount() {}

  /**
   * The messages written into {@code topic} since it was made; 0 when there is no such topic.
   *
   * @throws DriverException when Kafka can't be asked
   */
  public static long of(Kafka kafka, String topic) throws InterruptedException {
    Reachable.check("Kafka", kafka.bootstrap());
    Admin admin = Admin.create(KafkaSession.properties(kafka));
    try {
      Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
      for (TopicPartitionInfo partition :
          admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions()) {
        ends.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest());
      }
      return admin.listOffsets(ends).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::offset)
          .sum();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw new DriverException(
          "Kafka at %s could not count topic %s: %s"
              .formatted(kafka.bootstrap(), topic, e.getCause()),
          e.getCause());
    } finally {
      admin.close(CLOSE);
    }
  }
}
