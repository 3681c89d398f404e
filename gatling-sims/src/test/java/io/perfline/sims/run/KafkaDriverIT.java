package io.perfline.sims.run;

import io.perfline.deploy.stack.KafkaServer;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class KafkaDriverIT extends DriverContract {

  private KafkaServer server;

  @BeforeAll
  void startServer(@TempDir Path data) {
    server = KafkaServer.start(HOME, data);
  }

  @AfterAll
  void endServer() {
    server.close();
  }

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
  int leftBehind(String scope) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", server.bootstrap()))) {
      return (int)
          admin.listTopics().names().get().stream().filter(t -> t.startsWith(scope)).count();
    }
  }
}
