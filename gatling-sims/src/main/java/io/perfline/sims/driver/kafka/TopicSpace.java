package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reasons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;

/** The disk that a broker's topics take. */
public final class TopicSpace {

  private static final long TO_ITS_END = -1;
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private TopicSpace() {}

  /**
   * Has Kafka give up all records that its topics hold now, but for compacted topics and Kafka's
   * own. The disk is free when the broker looks after its segments the next time.
   *
   * @throws DriverException when Kafka doesn't
   */
  public static void free(Kafka kafka) throws InterruptedException {
    Admin admin = CaseTopics.admin(kafka);
    try {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      partitions(admin).forEach(one -> all.put(one, RecordsToDelete.beforeOffset(TO_ITS_END)));
      for (KafkaFuture<DeletedRecords> one : admin.deleteRecords(all).lowWatermarks().values()) {
        await(one);
      }
    } catch (ExecutionException e) {
      throw new DriverException(
          "Kafka at %s could not empty its topics: %s"
              .formatted(kafka.bootstrap(), Reasons.of(e.getCause())),
          e.getCause());
    } finally {
      admin.close(CLOSE);
    }
  }

  private static void await(KafkaFuture<DeletedRecords> one)
      throws ExecutionException, InterruptedException {
    try {
      one.get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof PolicyViolationException)) {
        throw e;
      }
    }
  }

  private static List<TopicPartition> partitions(Admin admin)
      throws ExecutionException, InterruptedException {
    List<TopicPartition> all = new ArrayList<>();
    for (TopicDescription topic :
        admin.describeTopics(admin.listTopics().names().get()).allTopicNames().get().values()) {
      topic
          .partitions()
          .forEach(info -> all.add(new TopicPartition(topic.name(), info.partition())));
    }
    return all;
  }
}
