package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;

/** The disk that a broker's topics take. */
public final class TopicSpace {

  private static final long TO_ITS_END = -1;
  private static final String FAILED = "could not empty its topics";

  private TopicSpace() {}

  /**
   * Has Kafka give up all records that its topics hold now, but for compacted topics and Kafka's
   * own. The disk is free when the broker looks after its segments the next time.
   *
   * @throws DriverException when Kafka doesn't
   */
  public static void free(Kafka kafka) throws InterruptedException {
    try (KafkaAdmin admin = new KafkaAdmin(kafka)) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      Set<String> topics = admin.get(FAILED, admin.client().listTopics().names());
      admin
          .get(FAILED, admin.client().describeTopics(topics).allTopicNames())
          .forEach(
              (topic, found) ->
                  found
                      .partitions()
                      .forEach(
                          one ->
                              all.put(
                                  new TopicPartition(topic, one.partition()),
                                  RecordsToDelete.beforeOffset(TO_ITS_END))));
      for (var one : admin.client().deleteRecords(all).lowWatermarks().values()) {
        try {
          admin.get(FAILED, one);
        } catch (DriverException e) {
          if (!(e.getCause() instanceof PolicyViolationException)) {
            throw e;
          }
        }
      }
    }
  }
}
