package io.perfline.recorder.it;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.SimpleStatement;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.store.kafka.KafkaRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the stores directly, without the recorder. */
final class Kept {

  /** Number of copies by message, at most {@link Byte#MAX_VALUE} each. */
  private final byte[] copies;

  private int different;

  private final Messages messages;

  private Kept(Messages messages) {
    this.messages = messages;
    this.copies = new byte[messages.count()];
  }

  static Kept in(Stand.At at, Messages messages) {
    return at == Stand.At.K
        ? inKafka(Stand.bootstrap(), messages)
        : inCassandra(Stand.cassandraPort(), messages);
  }

  static Kept inKafka(String bootstrap, Messages messages) {
    Kept kept = new Kept(messages);
    readKafka(bootstrap, kept::take);
    return kept;
  }

  static Kept inCassandra(int port, Messages messages) {
    Kept kept = new Kept(messages);
    readCassandra(port, messages, kept::take);
    return kept;
  }

  /** Returns the number of different messages. */
  int count() {
    return (int) IntStream.range(0, copies.length).filter(this::has).count();
  }

  /**
   * Returns the number of identical duplicates, which occur if a response is lost and the sender
   * resends.
   */
  int equalCopies() {
    return IntStream.range(0, copies.length).map(i -> Math.max(0, copies[i] - 1)).sum();
  }

  /** Returns the number of messages with different bytes than sent. */
  int different() {
    return different;
  }

  boolean has(int number) {
    return copies[number] > 0;
  }

  private void take(Recording recording) {
    int number = messages.number(recording.id());
    if (number >= 0) {
      copies[number] = (byte) Math.min(Byte.MAX_VALUE, copies[number] + 1);
      if (!recording.equals(messages.get(number))) {
        different++;
      }
    }
  }

  private static void readKafka(String bootstrap, Consumer<Recording> into) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor("recordings").stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          into.accept(KafkaRecord.read(record.key(), record.headers(), record.value()));
        }
      }
    }
  }

  private static void readCassandra(int port, Messages messages, Consumer<Recording> into) {
    try (Cluster cluster =
            Cluster.builder()
                .addContactPoint("127.0.0.1")
                .withPort(port)
                .withoutJMXReporting()
                .build();
        Session session = cluster.connect()) {
      for (int bucket = 0; bucket < 4; bucket++) {
        SimpleStatement all =
            new SimpleStatement(
                "SELECT id, vs_id, url, status, message_time, data FROM recorder.recording"
                    + " WHERE vs_id = ? AND bucket = ?",
                messages.vsId(),
                bucket);
        all.setFetchSize(100);
        for (Row row : session.execute(all)) {
          into.accept(
              new Recording(
                  row.getUUID(0),
                  row.getUUID(1),
                  row.getString(2),
                  row.getInt(3),
                  row.getLong(4),
                  Messages.bytes(row.getBytes(5))));
        }
      }
    }
  }
}
