package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.sample.TestMain;
import io.perfline.sims.driver.Keystores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures existing clusters with TLS and passwords, like a user: with an environment file, secrets
 * in the process environment, and {@code ./perfline run}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class SecuredClustersIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final String PASSWORD = "s3cret-of-the-load";
  private static final String WRONG = "wr0ng-of-the-load";
  private static final String STORES = "s3cret-of-the-stores";

  @TempDir private static Path folder;
  private SecuredServers servers;

  @BeforeAll
  void startServers() throws Exception {
    Keystores stores = new Keystores(folder, STORES);
    Path key = stores.key("server", "127.0.0.1");
    stores.certificate("server");
    stores.trusting("server");
    stores.key("stranger", "127.0.0.1");
    stores.certificate("stranger");
    stores.trusting("stranger");
    servers = SecuredServers.start(HOME, folder, key, STORES, PASSWORD);
  }

  @AfterAll
  void endServers() {
    if (servers != null) {
      servers.close();
    }
  }

  @Test
  void securedClustersAreMeasured() throws Exception {
    Path run = folder.resolve("right");

    perf(0, run, "server", PASSWORD);

    List<CaseResult> cases = RunFile.read(run).cases();
    assertThat(cases).hasSize(3);
    for (CaseResult result : cases) {
      assertThat(result.problems()).isEmpty();
      assertThat(result.errors()).isEmpty();
      assertThat(result.messages()).isPositive();
      assertThat(result.stored().found())
          .isEqualTo(result.stored().acknowledged())
          .isGreaterThanOrEqualTo(result.messages());
    }
  }

  @Test
  void aWrongPasswordIsNotAPass() throws Exception {
    Path run = folder.resolve("wrong");

    perf(3, run, "server", WRONG);

    assertThat(kafkaProblem(run)).contains("SaslAuthenticationException", "SCRAM-SHA-512");
    assertThat(cassandraProblem(run)).contains("AuthenticationException");
  }

  @Test
  void anUntrustedClusterIsNotAPass() throws Exception {
    Path run = folder.resolve("stranger");

    perf(3, run, "stranger", PASSWORD);

    assertThat(kafkaProblem(run)).contains("SslAuthenticationException", "PKIX");
    assertThat(cassandraProblem(run)).contains("PKIX", "cassandra.truststore");
  }

  private String kafkaProblem(Path run) {
    return problem(run, "kafka/batch_size/256", servers.kafkaPort());
  }

  private String cassandraProblem(Path run) {
    return problem(run, "cassandra/batch_size/64", servers.cassandraPort());
  }

  private static String problem(Path run, String name, int port) {
    CaseResult measured =
        RunFile.read(run).cases().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    assertThat(measured.requests()).isZero();
    assertThat(measured.problems()).hasSize(1);
    String problem = measured.problems().get(0);
    assertThat(problem).contains("127.0.0.1:" + port);
    return problem;
  }

  /** Runs one case of each, and one of Cassandra with driver 4; no output may contain a secret. */
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
            .formatted(servers.kafkaPort(), servers.cassandraPort()));
    Path output = folder.resolve("said.log");
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
            TestMain.class.getName(),
            RunCommand.class.getName(),
            "run",
            "kafka/batch_size",
            "cassandra/batch_size",
            "cassandra/java_driver",
            "--profile",
            "smoke",
            "--environment",
            environment.toString(),
            "--out",
            run.toString());
    perf.environment().putAll(variables);
    int code = perf.redirectErrorStream(true).redirectOutput(output.toFile()).start().waitFor();
    assertThat(code).as(Files.readString(output)).isEqualTo(exitCode);
    assertThat(Files.readString(output)).doesNotContain(PASSWORD, WRONG, STORES);
    try (Stream<Path> files = Files.walk(run)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContain(PASSWORD, WRONG, STORES);
      }
    }
  }
}
