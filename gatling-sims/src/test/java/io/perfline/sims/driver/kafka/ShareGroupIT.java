package io.perfline.sims.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.environment.Kafka;
import io.perfline.core.run.ConsumerLag;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.sims.driver.DriverException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Measures the lag of a share group in a real Kafka. */
@Tag("acceptance")
@Timeout(120)
class ShareGroupIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final String TOPIC = "orders";
  private static final String GROUP = "billing";
  private static final List<TopicPartition> PARTITIONS =
      List.of(new TopicPartition(TOPIC, 0), new TopicPartition(TOPIC, 1));
  private static final int MESSAGES = 40;
  private static final Duration LONG = Duration.ofSeconds(60);

  /** A member of the group that acknowledges messages only when allowed. */
  private static final class Member implements AutoCloseable {

    private final KafkaShareConsumer<byte[], byte[]> consumer;
    private final CountDownLatch mayAcknowledge = new CountDownLatch(1);
    private final Thread thread = new Thread(this::consume, "member");

    Member(String bootstrap) {
      consumer =
          new KafkaShareConsumer<>(
              Map.of("bootstrap.servers", bootstrap, "group.id", GROUP),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());
      consumer.subscribe(List.of(TOPIC));
      thread.start();
    }

    private void consume() {
      try (consumer) {
        while (true) {
          // A poll acknowledges the messages of the previous one.
          if (!consumer.poll(Duration.ofMillis(100)).isEmpty()) {
            mayAcknowledge.await();
          }
        }
      } catch (WakeupException e) {
        // the test has ended
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() throws InterruptedException {
      mayAcknowledge.countDown();
      consumer.wakeup();
      thread.join();
    }
  }

  @Test
  void countsUnacknowledgedMessages() throws Exception {
    Path servers = Files.createDirectories(HOME.resolve("gatling-sims/target/servers"));
    try (KafkaServer server =
        KafkaServer.start(HOME, Files.createTempDirectory(servers, "share"))) {
      Kafka kafka = new Kafka(server.bootstrap(), Map.of());
      prepare(server.bootstrap());
      assertThatThrownBy(() -> GroupWatch.begin(kafka, GROUP, PARTITIONS, Duration.ZERO))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("consumes 0 of the 2 partitions");
      try (Member member = new Member(server.bootstrap())) {
        Instant from = Instant.now();
        try (GroupWatch watch = GroupWatch.begin(kafka, GROUP, PARTITIONS, LONG)) {
          send(server.bootstrap());
          ConsumerLag lag = watch.caughtUp(from, Instant.now(), Duration.ZERO);
          assertThat(lag.left()).isEqualTo(MESSAGES);
        }
        member.mayAcknowledge.countDown();
        try (GroupWatch watch = GroupWatch.begin(kafka, GROUP, PARTITIONS, LONG)) {
          send(server.bootstrap());
          ConsumerLag processed = watch.caughtUp(from, Instant.now(), LONG);
          assertThat(processed.left()).isZero();
        }
      }
    }
  }

  private static void prepare(String bootstrap) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.GROUP, GROUP),
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("share.auto.offset.reset", "earliest"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
  }

  private static void send(String bootstrap) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < MESSAGES; i++) {
        producer.send(new ProducerRecord<>(TOPIC, i % 2, null, new byte[10])).get();
      }
    }
  }
}
