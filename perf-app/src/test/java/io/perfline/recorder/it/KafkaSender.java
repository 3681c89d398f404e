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

  private final Stand.At at;

  KafkaSender(Messages messages, Stand.At at) {
    super(messages);
    this.at = at;
  }

  @Override
  void send() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                Stand.bootstrap(),
                "acks",
                "all",
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
    String topic = "in-" + at;
    return number % 2 == 0 && recording.data().length < MIB
        ? new ProducerRecord<>(topic, Messages.json(recording, true))
        : new ProducerRecord<>(
            topic,
            null,
            KafkaRecord.key(recording),
            recording.data(),
            KafkaRecord.headers(recording));
  }

  private void readAcks() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", Stand.bootstrap()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor("acks-" + at).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (wantsMore()) {
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
