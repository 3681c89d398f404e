package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.exceptions.AuthenticationException;
import com.datastax.driver.core.exceptions.NoHostAvailableException;
import io.perfline.deploy.stack.CassandraServer;
import io.perfline.deploy.stack.KafkaServer;
import io.perfline.deploy.stack.SecuredListener;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.RunFile;
import io.perfline.sims.SimsMain;
import io.perfline.sims.driver.Keystores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clusters that somebody else started, which encrypt and want a password, as a user measures them:
 * an environment file, its secrets in the process environment, and {@code ./perf run}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class SecuredClustersIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final String PASSWORD = "s3cret-of-the-load";
  private static final String WRONG = "wr0ng-of-the-load";
  private static final String STORES = "s3cret-of-the-stores";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private static Path folder;
  private KafkaServer kafka;
  private CassandraServer cassandra;
  private int kafkaPort;
  private int cassandraPort;

  @BeforeAll
  void startServers() throws Exception {
    Keystores stores = new Keystores(folder, STORES);
    Path key = stores.key("server", "127.0.0.1");
    stores.certificate("server");
    stores.trusting("server");
    stores.key("stranger", "127.0.0.1");
    stores.certificate("stranger");
    stores.trusting("stranger");
    try (ServerSocket one = free();
        ServerSocket other = free()) {
      kafkaPort = one.getLocalPort();
      cassandraPort = other.getLocalPort();
    }
    CompletableFuture<KafkaServer> starting =
        CompletableFuture.supplyAsync(
            () ->
                KafkaServer.startSecured(
                    HOME, folder.resolve("kafka"), new SecuredListener(kafkaPort, scram(key))));
    cassandra =
        CassandraServer.startSecured(HOME, folder.resolve("cassandra"), cassandraPort, key, STORES);
    kafka = starting.get();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrap()))) {
      admin
          .alterUserScramCredentials(
              List.of(
                  new UserScramCredentialUpsertion(
                      "load",
                      new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096),
                      PASSWORD)))
          .all()
          .get();
    }
    makeRole();
  }

  private static ServerSocket free() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static Map<String, String> scram(Path key) {
    return Map.of(
        "sasl.enabled.mechanisms",
        "SCRAM-SHA-512",
        "scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;",
        "ssl.keystore.type",
        "PKCS12",
        "ssl.keystore.location",
        key.toString(),
        "ssl.keystore.password",
        STORES);
  }

  /** A new node makes its first user a moment after it answers. */
  private void makeRole() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Cluster cluster =
          Cluster.builder()
              .addContactPoint(cassandra.address().host())
              .withPort(cassandra.address().port())
              .withCredentials("cassandra", "cassandra")
              .withoutJMXReporting()
              .build()) {
        cluster
            .connect()
            .execute(
                "CREATE ROLE load WITH PASSWORD = '%s' AND LOGIN = true AND SUPERUSER = true"
                    .formatted(PASSWORD));
        return;
      } catch (AuthenticationException | NoHostAvailableException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }
  }

  @AfterAll
  void endServers() {
    Stream.of(kafka, cassandra).filter(server -> server != null).forEach(server -> server.close());
  }

  @Test
  void areMeasuredAndCounted() throws Exception {
    Path run = folder.resolve("right");

    perf(0, run, "server", PASSWORD);

    List<Case> cases = RunFile.read(run).cases();
    assertThat(cases).hasSize(2);
    for (Case measured : cases) {
      assertThat(measured.problems()).isEmpty();
      assertThat(measured.errors()).isEmpty();
      assertThat(measured.messages()).isPositive();
      assertThat(measured.stored().found())
          .isEqualTo(measured.stored().acknowledged())
          .isGreaterThanOrEqualTo(measured.messages());
    }
  }

  @Test
  void refuseAWrongPasswordWhichIsNeverGreen() throws Exception {
    Path run = folder.resolve("wrong");

    perf(3, run, "server", WRONG);

    assertThat(problem(run, "kafka/batch_size/256"))
        .contains("127.0.0.1:" + kafkaPort, "SaslAuthenticationException", "SCRAM-SHA-512");
    assertThat(problem(run, "cassandra/batch_size/64"))
        .contains("127.0.0.1:" + cassandraPort, "AuthenticationException");
  }

  @Test
  void thatAreNotTrustedAreNeverGreen() throws Exception {
    Path run = folder.resolve("stranger");

    perf(3, run, "stranger", PASSWORD);

    assertThat(problem(run, "kafka/batch_size/256"))
        .contains("127.0.0.1:" + kafkaPort, "SslAuthenticationException", "PKIX");
    assertThat(problem(run, "cassandra/batch_size/64"))
        .contains("127.0.0.1:" + cassandraPort, "PKIX", "cassandra.truststore");
  }

  private static String problem(Path run, String name) {
    Case measured =
        RunFile.read(run).cases().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(measured.requests()).isZero();
    assertThat(measured.problems()).hasSize(1);
    return measured.problems().get(0);
  }

  /** Runs a case of each; whatever it says or writes holds no secret. */
  private void perf(int exitCode, Path run, String trusted, String password) throws Exception {
    Path environment = folder.resolve("secured.yml");
    Files.writeString(
        environment,
        """
        name: secured
        kafka:
          bootstrap: 127.0.0.1:%d
          client:
            security.protocol: SASL_SSL
            sasl.mechanism: SCRAM-SHA-512
            sasl.jaas.config: org.apache.kafka.common.security.scram.ScramLoginModule required username="load" password="${LOAD_PASSWORD}";
            ssl.truststore.location: ${TRUSTED}-trust.p12
            ssl.truststore.password: ${STORE_PASSWORD}
        cassandra:
          contact_points: ["127.0.0.1:%d"]
          datacenter: datacenter1
          user: load
          password: ${LOAD_PASSWORD}
          tls: true
          truststore: ${TRUSTED}.pem
        """
            .formatted(kafkaPort, cassandraPort));
    Path said = folder.resolve("said.log");
    Map<String, String> variables =
        Map.of(
            "CLASSPATH",
            System.getProperty("java.class.path"),
            "LOAD_PASSWORD",
            password,
            "STORE_PASSWORD",
            STORES,
            "TRUSTED",
            folder.resolve(trusted).toString());
    ProcessBuilder perf =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dperf.home=" + HOME,
            SimsMain.class.getName(),
            "run",
            "kafka/batch_size",
            "cassandra/batch_size",
            "--profile",
            "smoke",
            "--environment",
            environment.toString(),
            "--out",
            run.toString());
    perf.environment().putAll(variables);
    int code = perf.redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
    assertThat(code).as(Files.readString(said)).isEqualTo(exitCode);
    assertThat(Files.readString(said)).doesNotContain(PASSWORD, WRONG, STORES);
    try (Stream<Path> files = Files.walk(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContain(PASSWORD, WRONG, STORES);
      }
    }
  }
}
