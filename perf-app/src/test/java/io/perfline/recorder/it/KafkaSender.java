package io.perfline.recorder.it;

import io.perfline.recorder.store.kafka.KafkaRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes messages to the recorder's topic, half of them as JSON, and reads their ids from the topic
 * of acknowledgements.
 */
final class KafkaSender extends Sender {

  private static final int MIB = 1024 * 1024;

  /** The time, in milliseconds, in which a broker that was killed must be back. */
  private static final int LIMIT = 600_000;

  private final String bootstrap;
  private final String in;
  private final String acks;

  KafkaSender(Messages messages, Stand.At at) {
    this(messages, Stand.bootstrap(), "in-" + at, "acks-" + at);
  }

  KafkaSender(Messages messages, String bootstrap, String in, String acks) {
    super(messages);
    this.bootstrap = bootstrap;
    this.in = in;
    this.acks = acks;
  }

  @Override
  void send() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "acks",
                "all",
                "delivery.timeout.ms",
                LIMIT,
                "max.block.ms",
                LIMIT,
                "reconnect.backoff.max.ms",
                500,
                "max.request.size",
                8 * MIB),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; wants(i); i++) {
        var unused = producer.send(record(i));
      }
      producer.flush();
      readAcks();
    }
  }

  private ProducerRecord<byte[], byte[]> record(int number) {
    var recording = messages.get(number);
    return number % 2 == 0 && recording.data().length < MIB
        ? new ProducerRecord<>(in, Messages.json(recording, true))
        : new ProducerRecord<>(
            in, null, KafkaRecord.key(recording), recording.data(), KafkaRecord.headers(recording));
  }

  private static boolean hasMore(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    return consumer.endOffsets(partitions).entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
  }

  private void readAcks() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions = List.of();
      while (partitions.isEmpty()) { // the recorder may still be creating the topic
        partitions =
            consumer.partitionsFor(acks, Duration.ofMillis(LIMIT)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
      }
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (wantsMore() || hasMore(consumer, partitions)) {
        for (ConsumerRecord<byte[], byte[]> ack : consumer.poll(Duration.ofMillis(200))) {
          String id = new String(ack.value(), StandardCharsets.US_ASCII);
          int number = messages.number(UUID.fromString(id));
          if (number >= 0) {
            acknowledge(number);
          }
        }
      }
    }
  }
}
