package io.perfline.sims.run;

import static io.perfline.sims.run.SimsHome.measured;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Kafka;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.StoredMessages;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.cases.LostRecords;
import io.perfline.sims.cases.SharedServers;
import io.perfline.sims.driver.kafka.TopicCount;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs Gatling against the recorder and counts its messages in Kafka. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class GatlingThroughRecorderIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final int WARM_UP_S = 1;
  private static final int DURATION_S = 6;
  private static final int RATE = 101;
  private static final int START_IN_S = 20;
  private static final String WORKLOAD =
      """
      version: 1
      driver: gatling
      profiles:
        shared: {warm_up: %d s, duration: %d s}
      cases:
        record: {with: {rate: %d, timeout: 60 s}, profiles: [shared]}
      """
          .formatted(WARM_UP_S, DURATION_S, RATE);

  private KafkaServer kafka;
  private TomcatServer tomcat;
  private String environment;

  @BeforeAll
  void startServers(@TempDir Path data) throws Exception {
    kafka = SharedServers.kafka();
    Map<String, String> settings =
        Map.of("RECORDER_STORE", "kafka", "RECORDER_KAFKA_BOOTSTRAP", kafka.bootstrap());
    tomcat =
        TomcatServer.start(
            HOME, data.resolve("tomcat"), TomcatSettings.defaults().withVariables(settings));
    URI recorder = URI.create(tomcat.url() + "/recorder");
    Deployment.into(tomcat.environment(), HOME)
        .deploy(
            War.read(HOME.resolve("perf-app/target/recorder.war")),
            new ContextPath("/recorder"),
            recorder);
    environment =
        """
        name: shards
        recorder: {url: '%s'}
        kafka: {bootstrap: '%s'}
        """
            .formatted(recorder, kafka.bootstrap());
  }

  @AfterAll
  void endTomcat() {
    tomcat.close();
  }

  @Test
  void twoMergedShardsCountThePlannedLoad(@TempDir Path folder) throws Exception {
    try (SimsHome home = new SimsHome(folder, "http", WORKLOAD, environment)) {
      Path one = home.folder("one");
      Path other = home.folder("other");
      String start = Instant.now().plusSeconds(START_IN_S).toString();
      SimsHome.together(
          () -> home.run(one, "--shard", "1/2", "--start-at", start),
          () -> home.run(other, "--shard", "2/2", "--start-at", start));

      Path merged = home.folder("merged");
      assertThat(home.perf("merge", one.toString(), other.toString(), "--out", merged.toString()))
          .isEmpty();

      long planned = (WARM_UP_S + DURATION_S) * RATE;
      CaseResult whole = measured(merged);
      assertThat(whole.requests()).isEqualTo(DURATION_S * RATE);
      assertThat(whole.responseTime().count()).isEqualTo(DURATION_S * RATE);
      assertThat(whole.errors()).isEmpty();
      assertThat(whole.generator().intendedRatePerS()).isEqualTo(RATE);
      assertThat(whole.stored()).isEqualTo(new StoredMessages(planned, planned));
      assertThat(measured(one).requests()).isEqualTo(DURATION_S * 51);
      assertThat(measured(one).stored().found())
          .as("counted when the others had ended, too")
          .isEqualTo(planned);
      assertThat(measured(other).stored().found()).isEqualTo(planned);
    }
  }

  @Test
  void aMessageThatTheStoreLosesGivesNoVerdict(@TempDir Path folder) throws Exception {
    try (SimsHome home = new SimsHome(folder, "http", WORKLOAD, environment)) {
      TopicCount topic = new TopicCount(new Kafka(kafka.bootstrap(), Map.of()), "recordings");
      AtomicReference<String> output = new AtomicReference<>();
      SimsHome.together(
          () -> {
            output.set(home.run(home.folder("lost")));
            return "";
          },
          () -> {
            while (output.get() == null && topic.added() == 0) {
              Thread.onSpinWait(); // the query takes a while
            }
            LostRecords.in(kafka.bootstrap());
            return "";
          });

      assertThat(output.get()).startsWith("3: ").contains("1 of 1 cases are invalid");
      CaseResult lost = measured(home.folder("lost"));
      assertThat(lost.requests()).isEqualTo(DURATION_S * RATE);
      assertThat(lost.stored().found()).isLessThan(lost.stored().acknowledged());
      assertThat(lost.problems())
          .singleElement()
          .asString()
          .contains("acknowledged messages are not in the store");
    }
  }
}
