package io.perfline.sims.cases;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/** Makes Kafka lose messages that the recorder stored. */
public final class LostRecords {

  private static final String TOPIC = "recordings";

  private LostRecords() {}

  /** Deletes all records that exist now. */
  public static void in(String bootstrap) throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      var partitions =
          admin.describeTopics(List.of(TOPIC)).allTopicNames().get().get(TOPIC).partitions();
      admin
          .deleteRecords(
              partitions.stream()
                  .collect(
                      Collectors.toMap(
                          info -> new TopicPartition(TOPIC, info.partition()),
                          info -> RecordsToDelete.beforeOffset(-1))))
          .all()
          .get();
    }
  }
}
