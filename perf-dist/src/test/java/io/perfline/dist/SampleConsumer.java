package io.perfline.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer of orders, with the delay in its folder; it has no port. */
final class SampleConsumer {
  private SampleConsumer() {}

  /** Consumes from the Kafka in the first argument. */
  public static void main(String[] args) throws IOException {
    long delay = Long.parseLong(Files.readString(Path.of("delay.txt")).strip());
    Map<String, Object> kafka =
        Map.of(
            "bootstrap.servers", args[0],
            "group.id", "billing",
            "auto.offset.reset", "earliest",
            "enable.auto.commit", "false",
            "session.timeout.ms",
                "6000", // a killed consumer delays its successor until its session times out
            "heartbeat.interval.ms", "1000",
            "max.poll.records", "20",
            "key.deserializer", ByteArrayDeserializer.class,
            "value.deserializer", ByteArrayDeserializer.class);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]))) {
      var unused = admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1)));
    }
    try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(kafka)) {
      consumer.subscribe(List.of("orders"));
      while (true) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(order -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delay)));
        consumer.commitSync();
      }
    }
  }
}
