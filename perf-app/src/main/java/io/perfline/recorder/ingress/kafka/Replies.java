package io.perfline.recorder.ingress.kafka;

import io.perfline.recorder.core.RecorderSettings.KafkaIn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;

/**
 * Writes the results of messages: the ids of stored ones to one topic, and records that cannot be
 * stored to another.
 */
record Replies(KafkaProducer<byte[], byte[]> producer, KafkaIn topics) {

  private static final byte[] NO_VALUE = new byte[0];

  /** Returns whether the producer has the topics' metadata, which it needs before it can write. */
  boolean ready() {
    try {
      List.of(topics.acks(), topics.dead()).forEach(producer::partitionsFor);
      return true;
    } catch (KafkaException e) {
      return false; // it fetches them meanwhile
    }
  }

  /** Writes the id of a stored message as text, with the record's key. */
  void stored(ConsumerRecord<byte[], byte[]> record, UUID id, Consumer<Exception> then) {
    byte[] text = id.toString().getBytes(StandardCharsets.US_ASCII);
    send(new ProducerRecord<>(topics.acks(), record.key(), text), then);
  }

  /** Writes a record that cannot be stored, with the reason and its position as headers. */
  void dead(ConsumerRecord<byte[], byte[]> record, String reason, Consumer<Exception> then) {
    send(
        copy(record, record.value(), reason),
        failure -> {
          if (failure instanceof RecordTooLargeException) {
            String more =
                reason + "; its value of " + record.serializedValueSize() + " bytes is left out";
            send(copy(record, NO_VALUE, more), then);
          } else {
            then.accept(failure);
          }
        });
  }

  private ProducerRecord<byte[], byte[]> copy(
      ConsumerRecord<byte[], byte[]> record, byte[] value, String reason) {
    ProducerRecord<byte[], byte[]> copy =
        new ProducerRecord<>(topics.dead(), null, record.key(), value, record.headers());
    Headers headers = copy.headers();
    add(headers, "reason", reason);
    add(headers, "from", record.topic() + "-" + record.partition() + "@" + record.offset());
    return copy;
  }

  private static void add(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private void send(ProducerRecord<byte[], byte[]> record, Consumer<Exception> then) {
    try {
      // The callback receives every result of the future.
      var unused = producer.send(record, (metadata, failure) -> then.accept(failure));
    } catch (KafkaException | IllegalStateException e) {
      then.accept(e);
    }
  }

  void close(Duration limit) {
    producer.close(limit);
  }
}
