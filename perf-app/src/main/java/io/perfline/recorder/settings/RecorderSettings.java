package io.perfline.recorder.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings, checked. The table in the README says what each means.
 *
 * @param kafka how to reach Kafka; there when the store or the ingress needs it
 * @param kafkaIn the topics of the Kafka ingress; there when it is on
 * @param cassandra how to reach Cassandra; there when it is the store
 */
public record RecorderSettings(
    StoreKind store,
    Duration storeTimeout,
    Limits limits,
    Batch batch,
    Duration drain,
    Memory memory,
    Kryonet kryonet,
    Optional<Kafka> kafka,
    Optional<KafkaIn> kafkaIn,
    Optional<Cassandra> cassandra,
    Access access) {

  public enum StoreKind {
    MEMORY,
    KAFKA,
    CASSANDRA
  }

  /** What is taken at most. */
  public record Limits(
      int messageBytes,
      int urlLength,
      int queueMessages,
      long queueBytes,
      int httpBodyBytes,
      int httpBatchMessages) {}

  /** When a micro-batch goes to the store: at so many messages or bytes, or so old. */
  public record Batch(int messages, int bytes, Duration delay) {}

  public record Memory(int messages, long bytes) {}

  /** Where Kryonet clients connect; no ports, no ingress. */
  public record Kryonet(String address, List<Integer> ports, int connections) {}

  /**
   * How to reach Kafka, and the topic of the store. {@code client} are further client properties.
   */
  public record Kafka(
      String bootstrap,
      Map<String, String> client,
      String topic,
      int partitions,
      short replication) {

    /** Names no client properties, as they hold secrets. */
    @Override
    public String toString() {
      return "Kafka[" + bootstrap + ", topic=" + topic + "]";
    }
  }

  /** The topics of the Kafka ingress and its consumer group. */
  public record KafkaIn(String in, String acks, String dead, String group) {}

  /** How to reach Cassandra. User and password are null without authentication. */
  public record Cassandra(
      List<BindAddress> contactPoints,
      String datacenter,
      String user,
      String password,
      boolean tls,
      String keyspace,
      int replication,
      int partitions,
      String consistency) {

    @Override
    public String toString() {
      return "Cassandra[" + contactPoints + ", " + datacenter + ", user=" + user + "]";
    }
  }

  /** Who may do what. The token is null when nothing asks for one. */
  public record Access(Who record, Who read, Who health, Who version, Who metrics, String token) {

    @Override
    public String toString() {
      return "Access[" + record + ", " + read + ", " + health + ", " + version + ", " + metrics
          + "]";
    }
  }

  public enum Who {
    EVERYONE,
    /** Senders on this machine. */
    LOOPBACK,
    /** Senders that show the token. */
    TOKEN,
    NOBODY
  }
}
