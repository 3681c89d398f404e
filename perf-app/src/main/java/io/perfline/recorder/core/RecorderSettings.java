package io.perfline.recorder.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The validated settings of a recorder. The table in the README explains them.
 *
 * @param kafka the connection to Kafka; present if the store or the ingress needs it
 * @param kafkaIn the topics of the Kafka ingress; present if it is on
 */
public record RecorderSettings(
    StoreSettings store,
    Duration storeTimeout,
    Limits limits,
    Batch batch,
    Duration drain,
    Kryonet kryonet,
    Optional<Kafka> kafka,
    Optional<KafkaIn> kafkaIn,
    Access access) {

  public record Limits(
      int messageBytes,
      int urlLength,
      int queueMessages,
      long queueBytes,
      int httpBodyBytes,
      int httpBatchMessages) {}

  /**
   * The number of messages, the size in bytes, and the age at which a micro-batch is sent to the
   * store.
   */
  public record Batch(int messages, int bytes, Duration delay) {}

  /** The settings of the Kryonet ingress, which is off if there are no ports. */
  public record Kryonet(String address, List<Integer> ports, int connections) {}

  /** The connection to Kafka, the store's topic, and additional properties of the client. */
  public record Kafka(
      String bootstrap,
      Map<String, String> client,
      String topic,
      int partitions,
      short replication) {

    /** Omits the client properties, because they contain secrets. */
    @Override
    public String toString() {
      return "Kafka[" + bootstrap + ", topic=" + topic + "]";
    }
  }

  /** The topics of the Kafka ingress and its consumer group. */
  public record KafkaIn(String in, String acks, String dead, String group) {}

  /**
   * The senders that may use each part of the HTTP interface. The token is null if nothing requires
   * it.
   */
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
    /** Senders that send the token. */
    TOKEN,
    NOBODY
  }
}
