package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.fault.FullDisk;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;

/** Sends messages directly to topics, which the case creates, counts and deletes. */
final class KafkaSession implements Session {

  /** The maximum time until hundreds of new partitions have leaders. */
  private static final Duration LEADERS = Duration.ofSeconds(60);

  private static final int LEADER_MILLIS = 20;

  /** The Kafka broker whose disk the case fills; null if there is none. */
  private final FullDisk disk;

  private final Kafka kafka;
  private final CaseSettings settings;
  private final List<String> names;
  private final List<TopicPartition> partitions;
  private final KafkaAdmin admin;
  private final BatchPlan plan;
  private final byte[][] messages;

  /** The offsets to check after the load; null if no disk is filled. */
  private final AcknowledgedOffsets acknowledged;

  private Duration recovery = Duration.ZERO;

  private KafkaSession(FullDisk disk, Kafka kafka, String scope, CaseSettings settings) {
    this.disk = disk;
    this.kafka = kafka;
    this.settings = settings;
    acknowledged = disk == null ? null : new AcknowledgedOffsets();
    int topics = settings.number(KafkaDriver.TOPICS);
    names = IntStream.range(0, topics).mapToObj(i -> scope + "_" + i).toList();
    partitions =
        IntStream.range(0, settings.number(CaseSettings.PARTITIONS) * topics)
            .mapToObj(i -> new TopicPartition(names.get(i % topics), i / topics))
            .toList();
    int bytes = settings.number(CaseSettings.MESSAGE_BYTES);
    messages = new Recordings(bytes, scope.hashCode()).serialized();
    plan = BatchPlan.of(settings.number(CaseSettings.BATCH_SIZE), messages[0].length);
    admin = new KafkaAdmin(kafka);
  }

  static KafkaSession open(Kafka kafka, String scope, CaseSettings settings)
      throws InterruptedException {
    boolean fills = settings.choice(CaseSettings.FAULT).equals(KafkaDriver.DISK_FULL);
    FullDisk disk = fills ? new FullDisk(scope, settings.number(KafkaDriver.DISK_MIB)) : null;
    KafkaSession session = null;
    boolean open = false;
    try {
      session = new KafkaSession(disk, fills ? disk.environment() : kafka, scope, settings);
      session.createTopics();
      open = true;
      return session;
    } finally {
      if (!open && session != null) {
        session.admin.close();
      }
      if (!open && disk != null) {
        disk.close();
      }
    }
  }

  /** Creates the topics, and returns when each partition has a leader. */
  private void createTopics() throws InterruptedException {
    checkReachable();
    Map<String, String> configs =
        Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(plan.largestRequest()));
    int each = settings.number(CaseSettings.PARTITIONS);
    short replicas = (short) settings.number(CaseSettings.REPLICAS);
    List<NewTopic> wanted =
        names.stream().map(name -> new NewTopic(name, each, replicas).configs(configs)).toList();
    admin.get(
        "could not create %d topics".formatted(names.size()),
        admin.client().createTopics(wanted).all());
    awaitLeaders();
  }

  private void checkReachable() {
    Reachable.check("Kafka", kafka.bootstrap());
  }

  /**
   * Waits until every leader responds, because the controller knows a topic before its leaders do.
   * A leader that does not know it yet may refuse the first of several requests in flight, and can
   * then never accept it once the second was stored.
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

  private Map<TopicPartition, Long> ends() throws InterruptedException {
    return admin.ends("could not list the ends of its partitions", partitions);
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    return new BatchConnection(index, listener);
  }

  /** Repairs a full disk first, and checks that every acknowledged message is at its offset. */
  @Override
  public OptionalLong stored() throws InterruptedException {
    if (disk != null) {
      recovery = disk.repair();
      awaitLeaders();
      acknowledged.check(ends());
    }
    return OptionalLong.of(count());
  }

  private long count() throws InterruptedException {
    checkReachable();
    return admin.count("could not count the messages", partitions, Map.of());
  }

  @Override
  public OptionalDouble keptBytesPerMessage() throws InterruptedException {
    long stored = count();
    long bytes = bytes();
    return stored == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytes / settings.count(CaseSettings.REPLICAS) / (double) stored);
  }

  /** Returns the size in bytes of all replicas on the brokers' disks. */
  private long bytes() throws InterruptedException {
    List<Integer> brokers =
        admin.get("could not list its brokers", admin.client().describeCluster().nodes()).stream()
            .map(Node::id)
            .toList();
    return admin
        .get(
            "could not report the size of its logs",
            admin.client().describeLogDirs(brokers).allDescriptions())
        .values()
        .stream()
        .flatMap(folders -> folders.values().stream())
        .flatMap(folder -> folder.replicaInfos().entrySet().stream())
        .filter(replica -> names.contains(replica.getKey().topic()))
        .mapToLong(replica -> replica.getValue().size())
        .sum();
  }

  @Override
  public boolean fallsSilent() {
    return disk != null;
  }

  /** Returns the time until Kafka was available again after its disk was enlarged. */
  @Override
  public Map<String, Double> figures() {
    return disk == null ? Map.of() : Map.of(CaseResult.RECOVERY, recovery.toNanos() / 1e6);
  }

  @Override
  public void close() {
    if (disk != null) {
      admin.close();
      disk.close();
      return;
    }
    try (admin) {
      checkReachable();
      admin.get("could not delete the topics " + names, admin.client().deleteTopics(names).all());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends batches to all partitions in turn. */
  private final class BatchConnection extends ProducerConnection {

    private final int batchSize = settings.number(CaseSettings.BATCH_SIZE);
    private final long batchBytes = batchSize * settings.count(CaseSettings.MESSAGE_BYTES);
    private final RequestListener listener;
    private final Batch[] batches = new Batch[settings.number("in_flight")];
    private int nextMessage;

    BatchConnection(int index, RequestListener listener) {
      super(plan.producer(kafka, settings, index), index, partitions);
      this.listener = listener;
    }

    @Override
    public void send(long request) {
      Batch batch = batch(RequestListener.slot(request));
      batch.begin(request);
      TopicPartition target = nextPartition();
      // The whole batch has one timestamp, so that BatchPlan can compute the size of its records.
      Long time = System.currentTimeMillis();
      Integer partition = target.partition();
      for (int i = 0; i < batchSize; i++) {
        try {
          var unused =
              producer.send(
                  new ProducerRecord<>(target.topic(), partition, time, null, message()), batch);
        } catch (KafkaException e) {
          batch.failed(e.getClass().getSimpleName(), batchSize - i);
          return;
        }
        if (batch.failure != null) {
          // Every further message could block as long as this one.
          batch.failed(batch.failure, batchSize - i - 1);
          return;
        }
      }
    }

    /** Returns the slot's previous batch, or a new one if that still waits for responses. */
    private Batch batch(int slot) {
      Batch batch = batches[slot];
      if (batch == null || batch.pending.get() > 0) {
        batch = new Batch();
        batches[slot] = batch;
      }
      return batch;
    }

    private byte[] message() {
      byte[] message = messages[nextMessage];
      nextMessage = nextMessage + 1 == messages.length ? 0 : nextMessage + 1;
      return message;
    }

    /** The callback of a batch in flight. The batch fails if one of its messages failed. */
    private final class Batch implements Callback {

      private final AtomicInteger pending = new AtomicInteger();
      private long request;
      private volatile String failure;

      void begin(long number) {
        request = number;
        failure = null;
        pending.set(batchSize);
      }

      /** Counts messages that were not even sent as failed. */
      void failed(String kind, int count) {
        failure = kind;
        finished(count);
      }

      @Override
      public void onCompletion(RecordMetadata metadata, Exception failed) {
        if (failed != null) {
          failure = failed.getClass().getSimpleName();
        } else if (acknowledged != null) {
          acknowledged.add(metadata);
        }
        finished(1);
      }

      private void finished(int count) {
        // These must be read first: at zero, the sender may start the slot's next batch at once.
        long number = request;
        String why = failure;
        if (count > 0 && pending.addAndGet(-count) == 0) {
          if (why == null) {
            listener.succeeded(number, batchSize, batchBytes);
          } else {
            listener.failed(number, why);
          }
        }
      }
    }
  }
}
