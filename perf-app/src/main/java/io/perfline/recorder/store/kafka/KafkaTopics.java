package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates missing topics and checks whether all topics can be used. */
public final class KafkaTopics implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(KafkaTopics.class.getName());

  private static final long LIMIT_SECONDS = 3;

  private final RecorderSettings.Kafka kafka;
  private final KafkaClients clients;
  private final Map<String, Uuid> ids = new HashMap<>();
  private Admin admin;

  public KafkaTopics(RecorderSettings.Kafka kafka, KafkaClients clients) {
    this.kafka = kafka;
    this.clients = clients;
  }

  /**
   * Creates missing topics and returns when all partitions have leaders.
   *
   * @return the topics that are not the ones of the last call: they were gone and have been created
   *     again
   * @throws StoreException if a topic can't be used; each request waits for at most three seconds
   */
  public synchronized Set<String> require(List<String> topics) throws StoreException {
    try {
      if (admin == null) {
        admin = clients.admin();
      }
      Set<String> again = new LinkedHashSet<>();
      for (String topic : topics) {
        TopicDescription described = describe(topic);
        requireLeaders(described);
        Uuid before = ids.put(topic, described.topicId());
        if (before != null && !before.equals(described.topicId())) {
          LOG.warning(
              () ->
                  "topic " + topic + " was gone and has been created again, without its messages");
          again.add(topic);
        }
      }
      return again;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      Throwable reason = e instanceof ExecutionException ? e.getCause() : e;
      String why = e instanceof TimeoutException ? "no answer in time" : reason.toString();
      throw new StoreException("Kafka at " + kafka.bootstrap() + " does not work: " + why, reason);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while asking Kafka", e);
    }
  }

  /**
   * Describes a topic and creates it first if it is missing. Brokers may learn about a new topic
   * only after a moment.
   */
  private TopicDescription describe(String topic)
      throws ExecutionException, TimeoutException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    for (boolean created = false; ; created = true) {
      try {
        return admin
            .describeTopics(List.of(topic))
            .allTopicNames()
            .get(LIMIT_SECONDS, TimeUnit.SECONDS)
            .get(topic);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
            || System.nanoTime() - end > 0) {
          throw e;
        }
      }
      if (created) {
        Thread.sleep(20);
      } else {
        create(topic);
      }
    }
  }

  private void create(String topic)
      throws ExecutionException, TimeoutException, InterruptedException {
    NewTopic missing = new NewTopic(topic, kafka.partitions(), kafka.replication());
    String maxBytes = Integer.toString(clients.maxRecordBytes());
    missing.configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, maxBytes));
    try {
      admin.createTopics(List.of(missing)).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) { // another recorder was faster
        throw e;
      }
    }
  }

  private static void requireLeaders(TopicDescription topic) throws StoreException {
    for (TopicPartitionInfo partition : topic.partitions()) {
      if (partition.leader() == null || partition.leader().isEmpty()) {
        throw new StoreException(
            "topic " + topic.name() + " has no leader for partition " + partition.partition());
      }
    }
  }

  @Override
  public synchronized void close() {
    if (admin != null) {
      admin.close(Duration.ofSeconds(2));
      admin = null;
    }
  }
}
