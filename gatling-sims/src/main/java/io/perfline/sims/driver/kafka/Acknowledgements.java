package io.perfline.sims.driver.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.sims.driver.DriverException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what the recorder acknowledges, on a thread of its own, and tells the connections. */
final class Acknowledgements implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ASSIGNMENT = Duration.ofSeconds(20);
  private static final long CLOSE_MILLIS = 5_000;
  private static final int ID_CHARACTERS = 36;
  private static final int MOST_RECORDS = 5_000;
  private static final int FETCH_WAIT_MILLIS = 50;

  private final int scope;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<Integer, BiConsumer<Long, Integer>> connections = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::run, "perfline-acknowledgements");
  private volatile boolean closed;
  private volatile String failure;

  /**
   * Reads from the topic's present end on.
   *
   * @param common properties of all clients
   * @param scope the first 32 bits of this case's ids
   */
  Acknowledgements(Map<String, Object> common, List<TopicPartition> partitions, int scope) {
    this.scope = scope;
    Map<String, Object> properties = new HashMap<>(common);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
    consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    try {
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      // Asked now: what comes from here on is read, whenever the reading begins.
      partitions.forEach(partition -> consumer.position(partition, ASSIGNMENT));
    } catch (KafkaException e) {
      consumer.close();
      throw new DriverException("cannot read what the recorder acknowledges: " + e, e);
    }
    thread.setDaemon(true);
    thread.start();
  }

  /** Tells {@code heard} of each message of a connection: its request's number and its place. */
  void tell(int connection, BiConsumer<Long, Integer> heard) {
    connections.put(connection, heard);
  }

  /** Why nothing more is read; null while it is. */
  String failure() {
    return failure;
  }

  private void run() {
    try {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          take(record.value());
        }
      }
    } catch (KafkaException e) {
      failure = e.getClass().getSimpleName();
    } finally {
      consumer.close();
    }
  }

  private void take(byte[] value) {
    if (value == null || value.length != ID_CHARACTERS) {
      return; // no id: not what the recorder writes, and so no acknowledgement
    }
    MessageId id = MessageId.of(UUID.fromString(new String(value, US_ASCII)), scope);
    BiConsumer<Long, Integer> heard = id == null ? null : connections.get(id.connection());
    if (heard != null) {
      heard.accept(id.request(), id.message());
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
