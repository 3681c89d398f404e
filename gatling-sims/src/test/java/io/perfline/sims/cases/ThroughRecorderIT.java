package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.driver.core.Cluster;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.deploy.server.CassandraServer;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.cases.CaseRunner.CaseSlot;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads the recorder with each store and counts messages in the store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class ThroughRecorderIT {
  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final Durations SHORT =
      new Durations(Duration.ofMillis(500), Duration.ofSeconds(3));
  private static final Driver KAFKA = new KafkaDriver();
  private static final Driver CASSANDRA = new CassandraThroughRecorder(new CassandraDriver());

  @TempDir Path folder;

  private KafkaServer kafka;
  private CassandraServer cassandra;
  private TomcatServer tomcat;
  private int scopes;

  @BeforeAll
  void startServers(@TempDir Path data) throws Exception {
    cassandra = SharedServers.cassandra();
    kafka = SharedServers.kafka();
    tomcat =
        TomcatServer.start(
            HOME,
            data.resolve("tomcat"),
            TomcatSettings.defaults()
                .withVariables(
                    Map.of(
                        "RECORDER_STORE",
                        "kafka",
                        "RECORDER_KAFKA_BOOTSTRAP",
                        kafka.bootstrap(),
                        "RECORDER_KAFKA_IN",
                        "true",
                        "RECORDER_CASSANDRA_STORE",
                        "cassandra",
                        "RECORDER_CASSANDRA_CONTACT_POINTS",
                        cassandra.address().toString(),
                        "RECORDER_CASSANDRA_DATACENTER",
                        cassandra.datacenter())));
    Deployment.into(tomcat.environment(), HOME)
        .deploy(
            War.read(HOME.resolve("perf-app/target/recorder.war")),
            new ContextPath("/recorder"),
            URI.create(tomcat.url() + "/recorder"));
  }

  @AfterAll
  void endTomcat() {
    if (tomcat != null) {
      tomcat.close();
    }
  }

  @Test
  void messagesFromKafkaAreStoredAndAcknowledged() throws Exception {
    CaseResult result = measure(KAFKA, Progress.NONE);

    assertThat(result.problems()).isEmpty();
    assertThat(result.errors()).isEmpty();
    assertThat(result.target()).isEqualTo("recorder");
    assertThat(result.requests()).isPositive();
    assertThat(result.messages()).isEqualTo(result.requests() * 20);
    assertThat(result.bytes()).isEqualTo(result.messages() * 100);
  }

  @Test
  void batchesOverHttpAreReadBackFromCassandra() throws Exception {
    CaseResult result = measure(CASSANDRA, Progress.NONE);

    assertThat(result.problems()).isEmpty();
    assertThat(result.errors()).isEmpty();
    assertThat(result.requests()).isPositive();
    assertThat(result.messages()).isEqualTo(result.requests() * 20);
  }

  @Test
  void aMessageThatKafkaLosesMakesTheCaseInvalid() throws Exception {
    CaseResult result = measure(KAFKA, once(() -> LostRecords.in(kafka.bootstrap())));

    assertThat(result.requests()).isPositive();
    assertThat(result.problems())
        .singleElement()
        .asString()
        .contains("acknowledged messages are not in the store");
  }

  @Test
  void aRowThatCassandraLosesMakesTheCaseInvalid() throws Exception {
    CaseResult result = measure(CASSANDRA, once(this::truncate));

    assertThat(result.requests()).isPositive();
    assertThat(result.problems())
        .singleElement()
        .asString()
        .contains("acknowledged messages are not in the store");
  }

  private CaseResult measure(Driver driver, Progress progress) throws Exception {
    Map<String, Object> all = new HashMap<>();
    Stream.concat(LoadKeys.keys().stream(), driver.keys().stream())
        .forEach(key -> key.defaultValue().ifPresent(value -> all.put(key.name(), value)));
    all.put("connections", 2L);
    all.put("batch_size", 20L);
    CasePlan plan =
        new CasePlan(
            "through/case", driver.name(), Target.RECORDER, new CaseSettings(all), Map.of());
    return new EngineCaseRunner(driver, environment(), folder, Clock.systemUTC(), Map.of())
        .run(plan, SHORT, new CaseSlot("through_" + ++scopes, Shard.WHOLE), progress)
        .get(0);
  }

  private Environment environment() throws Exception {
    Path file = folder.resolve("environment.yml");
    Files.writeString(
        file,
        """
        name: through
        tomcat: {manager: '%s', user: '%s', password: '${SECRET}'}
        recorder: {url: '%s/recorder'}
        kafka: {bootstrap: '%s'}
        cassandra: {contact_points: ['%s'], datacenter: '%s'}
        """
            .formatted(
                tomcat.environment().manager(),
                tomcat.environment().user(),
                tomcat.url(),
                kafka.bootstrap(),
                cassandra.address(),
                cassandra.datacenter()));
    return Environment.load(file, Map.of("SECRET", tomcat.environment().password()));
  }

  /** Runs a task after the load has run for a moment. */
  private static Progress once(Task task) {
    AtomicBoolean done = new AtomicBoolean();
    return (elapsed, rate, errors) -> {
      if (rate > 0 && !done.getAndSet(true)) {
        try {
          task.run();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  private interface Task {
    void run() throws Exception;
  }

  private void truncate() {
    try (Cluster cluster =
        Cluster.builder()
            .addContactPoint(cassandra.address().host())
            .withPort(cassandra.address().port())
            .withoutJMXReporting()
            .build()) {
      cluster.connect().execute("TRUNCATE recorder.recording");
    }
  }
}
