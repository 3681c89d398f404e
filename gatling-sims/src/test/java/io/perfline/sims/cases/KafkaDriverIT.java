package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.kafka.KafkaDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

class KafkaDriverIT extends DriverContract {

  private final KafkaServer server = SharedServers.kafka();

  @Override
  Driver driver() {
    return new KafkaDriver();
  }

  @Override
  String there() {
    return "kafka: {bootstrap: '" + server.bootstrap() + "'}";
  }

  @Override
  String nowhere() {
    return "kafka: {bootstrap: '127.0.0.1:1'}";
  }

  @Override
  Map<String, Object> settings() {
    return Map.of("batch_size", 50L, "topics", 2L, "partitions", 2L);
  }

  @Override
  void killServer() {
    server.kill();
  }

  @Override
  boolean lose(String scope) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", server.bootstrap()))) {
      TopicPartition first = new TopicPartition(scope + "_0", 0);
      admin.deleteRecords(Map.of(first, RecordsToDelete.beforeOffset(-1))).all().get();
    }
    return true;
  }

  @Override
  int leftOnServer(String scope) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", server.bootstrap()))) {
      return (int)
          admin.listTopics().names().get().stream().filter(t -> t.startsWith(scope)).count();
    }
  }

  @Test
  @Order(3)
  void reportsTheSizeOfTheLogsOnDisk() throws Exception {
    CountDownLatch stored = new CountDownLatch(4);
    RequestListener listener =
        new RequestListener() {
          @Override
          public void succeeded(long request, int messages, long bytes) {
            stored.countDown();
          }

          @Override
          public void failed(long request, String kind) {
            throw new AssertionError(kind);
          }
        };
    try (Session session = open()) {
      try (Connection connection = session.connect(0, listener)) {
        for (long request = 0; request < 4; request++) {
          connection.send(1L << RequestListener.SLOT_BITS | request);
        }
        assertThat(stored.await(60, TimeUnit.SECONDS)).isTrue();
      }
      double kept = session.keptBytesPerMessage().orElseThrow();

      assertThat(session.stored()).hasValue(200);
      assertThat(kept * 200).isCloseTo(bytesOnDisk(lastScope()), within(0.5));
    }
  }

  @Test
  @Order(4)
  void losesNoAcknowledgedMessageWhenTheDiskIsFull() throws Exception {
    CaseResult result =
        measure(
            Map.of(
                "fault",
                "disk_full",
                "disk_mib",
                8L,
                "batch_size",
                500L,
                "timeout",
                Duration.ofSeconds(1)),
            new Durations(Duration.ofMillis(500), Duration.ofSeconds(4)));

    assumeThat(result.problems()).as("namespaces").noneMatch(text -> text.contains("namespaces"));
    assertThat(result.problems()).isEmpty();
    assertThat(result.errors()).isNotEmpty();
    assertThat(result.stored().acknowledged()).isPositive();
    assertThat(result.stored().found()).isGreaterThanOrEqualTo(result.stored().acknowledged());
    assertThat(result.figures().get("recovery")).isPositive();
  }

  private double bytesOnDisk(String scope) throws IOException {
    try (Stream<Path> files = Files.walk(SharedServers.kafkaDirectory())) {
      return files
          .filter(file -> file.getParent().getFileName().toString().startsWith(scope + "_"))
          .filter(file -> file.toString().endsWith(".log"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}
