package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.core.run.Case;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.Reasons;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;

/** The topics of one case. */
final class KafkaSession implements Session {

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
  private final CaseSettings settings;
  private final List<String> topics;
  private final List<TopicPartition> partitions;
  private final BatchPlan plan;
  private final byte[][] messages;
  private final Admin admin;

  /** The case's own Kafka, whose disk it fills; null when it has none. */
  private final FullDisk own;

  private final AcknowledgedOffsets acknowledged;

  private KafkaSession(FullDisk own, Kafka kafka, String scope, CaseSettings settings) {
    this.own = own;
    acknowledged = own == null ? null : new AcknowledgedOffsets();
    this.kafka = kafka;
    this.settings = settings;
    topics =
        IntStream.range(0, settings.number(KafkaDriver.TOPICS))
            .mapToObj(i -> scope + "_" + i)
            .toList();
    int each = settings.number(KafkaDriver.PARTITIONS);
    partitions =
        IntStream.range(0, each * topics.size())
            .mapToObj(i -> new TopicPartition(topics.get(i % topics.size()), i / topics.size()))
            .toList();
    int bytes = settings.number(KafkaDriver.MESSAGE_BYTES);
    messages = new Recordings(bytes, scope.hashCode()).serialized();
    plan = BatchPlan.of(settings.number(KafkaDriver.BATCH_SIZE), messages[0].length);
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

  static KafkaSession open(Kafka kafka, String scope, CaseSettings settings)
      throws InterruptedException {
    boolean fills = settings.choice(KafkaDriver.FAULT).equals(KafkaDriver.DISK_FULL);
    FullDisk own = fills ? FullDisk.start(scope, settings.number(KafkaDriver.DISK_MIB)) : null;
    Kafka used = fills ? own.environment() : kafka;
    KafkaSession session = null;
    try {
      Reachable.check(KAFKA, used.bootstrap());
      session = new KafkaSession(own, used, scope, settings);
      session.createTopics();
      return session;
    } catch (RuntimeException | InterruptedException e) {
      if (session != null) {
        session.admin.close(CLOSE);
      }
      if (fills) {
        own.close();
      }
      throw e;
    }
  }

  private void createTopics() throws InterruptedException {
    int each = settings.number(KafkaDriver.PARTITIONS);
    short replicas = (short) settings.number(KafkaDriver.REPLICAS);
    String largest = Integer.toString(plan.largestRequest());
    List<NewTopic> wanted =
        topics.stream()
            .map(topic -> new NewTopic(topic, each, replicas))
            .map(topic -> topic.configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, largest)))
            .toList();
    get("create %d topics".formatted(topics.size()), admin.createTopics(wanted).all());
    awaitLeaders();
  }

  /**
   * The controller knows a topic before its leaders do. A producer with several requests in flight
   * can have its first refused by a leader that is not there yet, and never get it in again once
   * the second was taken; so every leader is to answer first.
   */
  private void awaitLeaders() throws InterruptedException {
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

  @Override
  public Connection connect(int index, RequestListener outcome) {
    int timeout = Math.toIntExact(settings.duration("timeout").toMillis());
    Map<String, Object> producer = plan.producer(properties(kafka), settings, index, timeout);
    return new KafkaConnection(
        producer, index, partitions, messages, settings, outcome, acknowledged);
  }

  /** What all clients need. */
  static Map<String, Object> properties(Kafka kafka) {
    Map<String, Object> properties = new HashMap<>(kafka.client());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_MILLIS);
    return properties;
  }

  @Override
  public OptionalLong stored() throws InterruptedException {
    if (own != null) {
      mend();
    }
    return OptionalLong.of(held());
  }

  private long held() throws InterruptedException {
    Reachable.check(KAFKA, kafka.bootstrap());
    try {
      return TopicCount.held(admin, partitions, Map.of());
    } catch (ExecutionException e) {
      throw failed("count the messages", e);
    }
  }

  /** What it acknowledged is where it said, once it has room again. */
  private void mend() throws InterruptedException {
    own.mend();
    awaitLeaders();
    Map<TopicPartition, Long> ends = new HashMap<>();
    ends().forEach((partition, end) -> ends.put(partition, end.offset()));
    acknowledged.check(ends);
  }

  @Override
  public boolean fallsSilent() {
    return own != null;
  }

  /** How long Kafka took to serve again, once its disk had room. */
  @Override
  public Map<String, Double> figures() {
    return own == null ? Map.of() : Map.of(Case.RECOVERY, own.recovery().toNanos() / 1e6);
  }

  /** Where each partition ends, from its leader. */
  private Map<TopicPartition, ListOffsetsResultInfo> ends() throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
    return get("tell where its partitions end", admin.listOffsets(wanted).all());
  }

  @Override
  public OptionalDouble keptBytesPerMessage() throws InterruptedException {
    long stored = held();
    List<Integer> brokers =
        get("list its brokers", admin.describeCluster().nodes()).stream().map(Node::id).toList();
    long bytes =
        get("tell the size of its logs", admin.describeLogDirs(brokers).allDescriptions())
            .values()
            .stream()
            .flatMap(folders -> folders.values().stream())
            .flatMap(folder -> folder.replicaInfos().entrySet().stream())
            .filter(replica -> topics.contains(replica.getKey().topic()))
            .mapToLong(replica -> replica.getValue().size())
            .sum();
    return stored == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytes / settings.count(KafkaDriver.REPLICAS) / (double) stored);
  }

  @Override
  public void close() {
    if (own != null) {
      admin.close(CLOSE);
      own.close();
      return;
    }
    try {
      Reachable.check(KAFKA, kafka.bootstrap());
      get("delete the topics " + topics, admin.deleteTopics(topics).all());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      admin.close(CLOSE);
    }
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
