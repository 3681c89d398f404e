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
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;

/** The topics that one case creates, fills, asks about and deletes. */
final class CaseTopics implements AutoCloseable {

  private static final String KAFKA = "Kafka";

  /** How long a question about topics may take: a dead broker is to be told at once. */
  private static final int API_MILLIS = 10_000;

  /** How long hundreds of new partitions may take to get leaders. */
  private static final Duration LEADERS = Duration.ofSeconds(60);

  private static final int REQUEST_MILLIS = 4_000;

  /** Between two questions for leaders. */
  private static final int LEADER_MILLIS = 20;

  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Kafka kafka;
  private final List<String> names;
  private final List<TopicPartition> partitions;
  private final Admin admin;

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
    admin = admin(kafka);
  }

  /**
   * A client for questions, not yet connected.
   *
   * @throws DriverException when the environment's client properties are none
   */
  static Admin admin(Kafka kafka) {
    try {
      return Admin.create(properties(kafka));
    } catch (KafkaException e) {
      throw new DriverException(
          "no client of Kafka at %s can be made with the environment's kafka.client: %s"
              .formatted(kafka.bootstrap(), why(e)),
          e);
    }
  }

  /** What reads a JAAS configuration quotes what it can't read, which may be a password. */
  private static String why(KafkaException e) {
    return e.getCause() instanceof IllegalArgumentException
        ? "sasl.jaas.config can't be read; needed: MODULE required username=\"…\" password=\"…\";"
        : Reasons.of(e);
  }

  /** What all clients need. */
  static Map<String, Object> properties(Kafka kafka) {
    Map<String, Object> properties = new HashMap<>(kafka.client());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_MILLIS);
    return properties;
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
    get("create %d topics".formatted(names.size()), admin.createTopics(wanted).all());
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
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    get("tell where its partitions end", admin.listOffsets(wanted).all())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  /** The messages that they hold. */
  long held() throws InterruptedException {
    Reachable.check(KAFKA, kafka.bootstrap());
    try {
      return TopicCount.held(admin, partitions, Map.of());
    } catch (ExecutionException e) {
      throw failed("count the messages", e);
    }
  }

  /** What all copies of them take on the brokers' disks. */
  long bytes() throws InterruptedException {
    List<Integer> brokers =
        get("list its brokers", admin.describeCluster().nodes()).stream().map(Node::id).toList();
    return get("tell the size of its logs", admin.describeLogDirs(brokers).allDescriptions())
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
    get("delete the topics " + names, admin.deleteTopics(names).all());
  }

  /** Leaves the topics as they are. */
  @Override
  public void close() {
    admin.close(CLOSE);
  }

  private <T> T get(String what, KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw failed(what, e);
    }
  }

  private DriverException failed(String what, ExecutionException e) {
    return new DriverException(
        "Kafka at %s could not %s: %s".formatted(kafka.bootstrap(), what, Reasons.of(e.getCause())),
        e.getCause());
  }
}
