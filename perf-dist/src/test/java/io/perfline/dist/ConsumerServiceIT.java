package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.deploy.server.KafkaServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Measures a consumer group with a real Kafka. */
class ConsumerServiceIT extends OwnServiceContract {

  @Test
  void measuresAKafkaConsumer() throws Exception {
    Path servers = Files.createDirectories(CHECKOUT.resolve("perf-dist/target/servers"));
    try (KafkaServer kafka =
        KafkaServer.start(CHECKOUT, Files.createTempDirectory(servers, "kafka"))) {
      project.init(
          "billing.jar",
          Map.of(
              "java -jar target/billing.jar",
              "exec %s -cp %s %s %s"
                  .formatted(
                      JAVA.resolve("bin/java"),
                      System.getProperty("java.class.path"),
                      SampleConsumer.class.getName(),
                      kafka.bootstrap())));
      project.shorten("3 s");
      project.edit("thresholds.yml", "<= 2 s", "<= 4 s"); // the slow consumer takes six or more
      project.edit("perf.yml", "127.0.0.1:9092", kafka.bootstrap());
      project.write("delay.txt", "1");
      project.ci(0, "PASS");
      CaseResult billing = project.lastRun().cases().get(0);
      assertThat(billing.consumer().group()).isEqualTo("billing");
      assertThat(billing.consumer().left()).isZero();

      project.write("delay.txt", "25");
      project.ci(1, "FAIL", "catch-up");

      project.edit("perf.yml", "group: billing", "group: nobody");
      project.edit("perf.yml", "within: 60 s", "within: 2 s");
      project.ci(3, "the group nobody consumes 0 of the");
      project.refusesAFaultyFile(Map.of());
    }
  }
}
