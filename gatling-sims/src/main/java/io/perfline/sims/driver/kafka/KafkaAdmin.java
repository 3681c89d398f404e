package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** An admin client of one Kafka cluster. Its errors contain the cluster's address. */
public final class KafkaAdmin implements AutoCloseable {

  /**
   * The timeout of requests about topics, which is short so that a dead broker is reported soon.
   */
  private static final int API_MILLIS = 10_000;

  private static final int REQUEST_MILLIS = 4_000;
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final long TO_THE_END = -1;

  private final Kafka kafka;
  private final Admin client;

  /**
   * Creates a client that is not yet connected.
   *
   * @throws DriverException if the environment's client properties are invalid
   */
  KafkaAdmin(Kafka kafka) {
    this.kafka = kafka;
    try {
      client = Admin.create(properties(kafka));
    } catch (KafkaException e) {
      // Kafka's JAAS parser quotes text that it cannot parse, which may be a password.
      String why =
          e.getCause() instanceof IllegalArgumentException
              ? "sasl.jaas.config can't be read; needed: MODULE required username=\"…\""
                  + " password=\"…\";"
              : DriverException.reason(e);
      throw new DriverException(
          "no client of Kafka at %s can be made with the environment's kafka.client: %s"
              .formatted(kafka.bootstrap(), why),
          e);
    }
  }

  /** Returns a client, or fails at once if Kafka accepts no connection. */
  static KafkaAdmin connect(Kafka kafka) {
    Reachable.check("Kafka", kafka.bootstrap());
    return new KafkaAdmin(kafka);
  }

  /** Returns the properties that every client needs. */
  static Map<String, Object> properties(Kafka kafka) {
    Map<String, Object> properties = new HashMap<>(kafka.client());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_MILLIS);
    return properties;
  }

  /**
   * Returns the properties of a connection's producer.
   *
   * @param timeout the timeout of a request; Kafka's is a little shorter, because the engine could
   *     not name the reason
   */
  static Map<String, Object> producer(Kafka kafka, int index, String acks, Duration timeout) {
    int delivery = Math.toIntExact(timeout.toMillis() * 9 / 10);
    Map<String, Object> properties = properties(kafka);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "perfline-" + index);
    properties.put(ProducerConfig.ACKS_CONFIG, acks);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, delivery);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery / 2);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
    return properties;
  }

  /**
   * Deletes all records of all topics, except compacted topics and Kafka's own. The disk space
   * becomes free when the broker next checks its segments.
   *
   * @throws DriverException if Kafka does not delete them
   */
  public static void deleteRecords(Kafka kafka) throws InterruptedException {
    String failed = "could not empty its topics";
    try (KafkaAdmin admin = new KafkaAdmin(kafka)) {
      Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
      Set<String> topics = admin.get(failed, admin.client.listTopics().names());
      admin
          .get(failed, admin.client.describeTopics(topics).allTopicNames())
          .forEach(
              (topic, found) ->
                  found
                      .partitions()
                      .forEach(
                          partition ->
                              all.put(
                                  new TopicPartition(topic, partition.partition()),
                                  RecordsToDelete.beforeOffset(TO_THE_END))));
      for (var deleted : admin.client.deleteRecords(all).lowWatermarks().values()) {
        try {
          admin.get(failed, deleted);
        } catch (DriverException e) {
          if (!(e.getCause() instanceof PolicyViolationException)) {
            throw e;
          }
        }
      }
    }
  }

  /** Deletes topics that a recorder of this case has created. */
  public static void deleteTopics(Kafka kafka, List<String> topics) throws InterruptedException {
    try (KafkaAdmin admin = new KafkaAdmin(kafka)) {
      admin.get(
          "could not delete the topics %s, which are no longer needed".formatted(topics),
          admin.client.deleteTopics(topics).all());
    }
  }

  Admin client() {
    return client;
  }

  /**
   * Waits for a response.
   *
   * @param failed the error message's beginning, as in {@code could not count the messages}
   * @throws DriverException for an error of Kafka, which is its cause
   */
  <T> T get(String failed, KafkaFuture<T> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new DriverException(
          "Kafka at %s %s: %s"
              .formatted(kafka.bootstrap(), failed, DriverException.reason(e.getCause())),
          e.getCause());
    }
  }

  /** Returns the partitions of a topic; none if the topic does not exist. */
  List<TopicPartition> partitions(String failed, String topic) throws InterruptedException {
    try {
      return get(failed, client.describeTopics(List.of(topic)).allTopicNames())
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

  /** Returns the end offset of each partition, from its leader. */
  Map<TopicPartition, Long> ends(String failed, List<TopicPartition> partitions)
      throws InterruptedException {
    return offsets(failed, partitions, OffsetSpec.latest());
  }

  private Map<TopicPartition, Long> offsets(
      String failed, List<TopicPartition> partitions, OffsetSpec which)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(failed, client.listOffsets(wanted).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  /**
   * Returns the number of messages in partitions, from the offsets {@code since} on, if there are
   * any.
   */
  long count(String failed, List<TopicPartition> partitions, Map<TopicPartition, Long> since)
      throws InterruptedException {
    Map<TopicPartition, Long> firsts = offsets(failed, partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = ends(failed, partitions);
    return partitions.stream()
        .mapToLong(p -> ends.get(p) - Math.max(firsts.get(p), since.getOrDefault(p, 0L)))
        .map(count -> Math.max(0, count))
        .sum();
  }

  @Override
  public void close() {
    client.close(CLOSE);
  }
}
