package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;

/** The topics that one case creates, fills, asks about and deletes. */
final class CaseTopics implements AutoCloseable {

  private static final String KAFKA = "Kafka";

  /** How long hundreds of new partitions may take to get leaders. */
  private static final Duration LEADERS = Duration.ofSeconds(60);

  /** Between two questions for leaders. */
  private static final int LEADER_MILLIS = 20;

  private final Kafka kafka;
  private final List<String> names;
  private final List<TopicPartition> partitions;
  private final KafkaAdmin admin;

  /**
   * None of them is created yet.
   *
   * @param scope what their names begin with
   * @param each partitions of a topic
   */
  CaseTopics(Kafka kafka, String scope, int topics, int each) {
    this.kafka = kafka;
    names = IntStream.range(0, topics).mapToObj(i -> scope + "_" + i).toList();
    partitions =
        IntStream.range(0, each * topics)
            .mapToObj(i -> new TopicPartition(names.get(i % topics), i / topics))
            .toList();
    admin = new KafkaAdmin(kafka);
  }

  /** All of them, in the order in which they are written. */
  List<TopicPartition> partitions() {
    return partitions;
  }

  /** Creates them, and returns when each partition has a leader. */
  void create(int largestMessage, int replicas) throws InterruptedException {
    Reachable.check(KAFKA, kafka.bootstrap());
    Map<String, String> configs =
        Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largestMessage));
    int each = partitions.size() / names.size();
    List<NewTopic> wanted =
        names.stream()
            .map(name -> new NewTopic(name, each, (short) replicas).configs(configs))
            .toList();
    admin.get(
        "could not create %d topics".formatted(names.size()),
        admin.client().createTopics(wanted).all());
    awaitLeaders();
  }

  /**
   * The controller knows a topic before its leaders do. A producer with several requests in flight
   * can have its first refused by a leader that is not there yet, and never get it in again once
   * the second was taken; so every leader is to answer first.
   */
  void awaitLeaders() throws InterruptedException {
    long end = System.nanoTime() + LEADERS.toNanos();
    while (true) {
      try {
        ends();
        return;
      } catch (DriverException e) {
        if (!(e.getCause() instanceof RetriableException) || System.nanoTime() - end > 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(LEADER_MILLIS);
      }
    }
  }

  /** Where each partition ends, from its leader. */
  Map<TopicPartition, Long> ends() throws InterruptedException {
    return admin.offsets(
        "could not tell where its partitions end", partitions, OffsetSpec.latest());
  }

  long held() throws InterruptedException {
    Reachable.check(KAFKA, kafka.bootstrap());
    return TopicCount.held(admin, "could not count the messages", partitions, Map.of());
  }

  /** What all copies of them take on the brokers' disks. */
  long bytes() throws InterruptedException {
    List<Integer> brokers =
        admin.get("could not list its brokers", admin.client().describeCluster().nodes()).stream()
            .map(Node::id)
            .toList();
    return admin
        .get(
            "could not tell the size of its logs",
            admin.client().describeLogDirs(brokers).allDescriptions())
        .values()
        .stream()
        .flatMap(folders -> folders.values().stream())
        .flatMap(folder -> folder.replicaInfos().entrySet().stream())
        .filter(replica -> names.contains(replica.getKey().topic()))
        .mapToLong(replica -> replica.getValue().size())
        .sum();
  }

  void delete() throws InterruptedException {
    Reachable.check(KAFKA, kafka.bootstrap());
    admin.get("could not delete the topics " + names, admin.client().deleteTopics(names).all());
  }

  /** Leaves the topics as they are. */
  @Override
  public void close() {
    admin.close();
  }
}
