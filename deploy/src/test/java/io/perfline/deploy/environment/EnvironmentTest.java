package io.perfline.deploy.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.perfline.deploy.command.Fault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {

  private static final Path LOCAL = Path.of("environments/local.yml");

  private static final Map<String, String> STACK =
      Map.of(
          "PERF_TOMCAT_PORT", "18080",
          "PERF_TOMCAT_USER", "perf",
          "PERF_TOMCAT_PASSWORD", "t0mcat",
          "PERF_KAFKA_PORT", "19092",
          "PERF_CASSANDRA_PORT", "19042",
          "PERF_KRYONET_PORT", "15000",
          "PERF_INFLUXDB_PORT", "18086",
          "PERF_INFLUXDB_USER", "perf",
          "PERF_INFLUXDB_PASSWORD", "1nflux");

  @TempDir Path folder;

  @Test
  void readsTheLocalEnvironment() {
    Environment local = Environment.load(LOCAL, STACK);

    assertThat(local.name()).isEqualTo("local");
    assertThat(local.tomcat())
        .isEqualTo(new Tomcat(URI.create("http://127.0.0.1:18080/manager/text"), "perf", "t0mcat"));
    assertThat(local.recorder())
        .isEqualTo(
            new Recorder(
                URI.create("http://127.0.0.1:18080/recorder"),
                List.of(new HostPort("127.0.0.1", 15000))));
    assertThat(local.kafka()).isEqualTo(new Kafka("127.0.0.1:19092", Map.of()));
    assertThat(local.cassandra())
        .isEqualTo(
            new Cassandra(
                List.of(new HostPort("127.0.0.1", 19042)), "datacenter1", null, null, null));
    assertThat(local.influxdb())
        .isEqualTo(
            new InfluxDb(URI.create("http://127.0.0.1:18086"), "perfline", "perf", "1nflux"));
  }

  @Test
  void readsSecuredClusters() throws IOException {
    Environment secured =
        Environment.load(
            file(
                """
                name: staging
                kafka:
                  bootstrap: k1.example:9093,k2.example:9093
                  client:
                    security.protocol: SASL_SSL
                    sasl.jaas.config: ${JAAS}
                cassandra:
                  contact_points: ["c1.example:9042", "[::1]:9042"]
                  datacenter: eu
                  user: loader
                  password: ${SECRET}
                  tls: true
                """),
            Map.of("JAAS", "jaas with $1 and \\", "SECRET", "s3cret"));

    assertThat(secured.kafka().client())
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("sasl.jaas.config", "jaas with $1 and \\");
    assertThat(secured.cassandra().contactPoints())
        .containsExactly(new HostPort("c1.example", 9042), new HostPort("::1", 9042));
    assertThat(secured.cassandra().tls()).isEqualTo(new Tls(null, null, true));
    assertThat(secured.kafka().toString()).doesNotContain("jaas with");
    assertThat(secured.cassandra().toString()).contains("c1.example").doesNotContain("s3cret");
  }

  @Test
  void readsWhomACassandraClientTrusts() throws IOException {
    Environment secured =
        Environment.load(
            file(
                """
                name: staging
                cassandra:
                  contact_points: ["c1.example:9042"]
                  datacenter: eu
                  tls: true
                  truststore: ${STORES}/cassandra.p12
                  truststore_password: ${SECRET}
                  verify_host: false
                """),
            Map.of("STORES", "stores", "SECRET", "s3cret"));

    assertThat(secured.cassandra().tls())
        .isEqualTo(new Tls(Path.of("stores/cassandra.p12"), "s3cret", false));
    assertThat(secured.cassandra().toString())
        .contains("stores/cassandra.p12")
        .doesNotContain("s3cret");
  }

  @Test
  void refusesSettingsOfAnEncryptionThatIsNotAskedForAndSecretsAsText() throws IOException {
    Path file =
        file(
            """
            name: staging
            kafka:
              bootstrap: k1.example:9093
              client:
                ssl.truststore.password: hunter2
                ssl.keystore.key: hunter2
                sasl.login.client.secret: hunter2
            cassandra:
              contact_points: ["c1.example:9042"]
              datacenter: eu
              truststore: stores/cassandra.p12
              verify_host: false
            """);

    assertThatThrownBy(() -> Environment.load(file, Map.of()))
        .hasMessageContaining(":5: kafka.client.ssl.truststore.password must be a variable")
        .hasMessageContaining(":6: kafka.client.ssl.keystore.key must be a variable")
        .hasMessageContaining(":7: kafka.client.sasl.login.client.secret must be a variable")
        .hasMessageContaining(":8: cassandra.truststore means nothing without cassandra.tls")
        .hasMessageContaining(":8: cassandra.verify_host means nothing without cassandra.tls")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void readsTheExampleOfSecuredClusters() {
    Environment example =
        Environment.load(
            Path.of("environments/secured.yml"),
            Map.of("LOAD_PASSWORD", "s3cret", "TRUSTSTORE_PASSWORD", "st0re"));

    assertThat(example.kafka().client())
        .containsEntry("ssl.truststore.password", "st0re")
        .extractingByKey("sasl.jaas.config")
        .asString()
        .endsWith("ScramLoginModule required username=\"load\" password=\"s3cret\";");
    assertThat(example.cassandra().password()).isEqualTo("s3cret");
    assertThat(example.cassandra().tls())
        .isEqualTo(new Tls(Path.of("/etc/perf/cassandra-ca.pem"), null, true));
  }

  @Test
  void hidesPasswords() {
    Environment local = Environment.load(LOCAL, STACK);

    assertThat(local.tomcat().toString()).contains("18080").doesNotContain("t0mcat");
    assertThat(local.influxdb().toString()).contains("18086").doesNotContain("1nflux");
  }

  @Test
  void reportsAllFaultsOfAFileWithTheirLines() throws IOException {
    Path file =
        file(
            """
            nmae: typo
            tomcat:
              manager: ftp://127.0.0.1/manager/text
              user: perf
              passwrod: ${SECRET}
            influxdb:
              url: http://127.0.0.1:8086
              database: perfline
              user: perf
              password: hunter2
            kafka:
              bootstrap: 127.0.0.1:99999
              bootstrap: 127.0.0.1:9092
            cassandra:
              contact_points: 127.0.0.1:9042
              datacenter: ${
              user: only
              tls: "yes"
            recorder: none
            """);

    Fault fault = catchThrowableOfType(Fault.class, () -> Environment.load(file, Map.of()));

    assertThat(fault.exitCode()).isEqualTo(2);
    assertThat(fault.getMessage().lines().skip(1).map(line -> line.strip().replace("" + file, "")))
        .containsExactly(
            ":1: unknown key 'nmae'; allowed: name, tomcat, recorder, kafka, cassandra, influxdb",
            ":1: name is missing: what this environment is called in the history",
            ":2: tomcat.password is missing",
            ":3: tomcat.manager must be an http or https URL, as http://127.0.0.1:8080/recorder",
            ":5: unknown key 'passwrod' in tomcat; allowed: manager, user, password",
            ":10: influxdb.password must be a variable, as ${NAME}: secrets are never written into"
                + " the file",
            ":12: kafka.bootstrap must be host:port, several separated by commas",
            ":13: kafka.bootstrap is there twice",
            ":14: cassandra: user and password go together",
            ":15: cassandra.contact_points must be a list of host:port",
            ":16: cassandra.datacenter: '${' without a variable; write ${NAME}",
            ":18: cassandra.tls must be true or false",
            ":19: recorder must hold keys: url, kryonet");
    assertThat(fault.getMessage()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|no sections",
        "just a text|no sections",
        "'name: [unclosed'|not YAML",
        "'name: !!java.net.URL [\"http://127.0.0.1\"]'|not YAML"
      })
  void refusesWhatIsNoEnvironment(String text, String reason) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> Environment.load(file, Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(file + ":1: ")
        .hasMessageContaining(reason);
  }

  @Test
  void namesAFileThatIsNotThere() {
    assertThatThrownBy(() -> Environment.load(folder.resolve("none.yml"), Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("no environment file")
        .hasMessageContaining("none.yml");
  }

  @Test
  void namesEveryUnsetVariableOfTheSectionAskedFor() {
    Environment local = Environment.load(LOCAL, Map.of("PERF_TOMCAT_PASSWORD", ""));

    assertThatThrownBy(local::tomcat)
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(2))
        .hasMessageContaining("local.yml:7: tomcat.manager needs the variable PERF_TOMCAT_PORT")
        .hasMessageContaining("local.yml:8: tomcat.user needs the variable PERF_TOMCAT_USER")
        .hasMessageContaining("local.yml:9: tomcat.password needs the variable PERF_TOMCAT_PASS")
        .hasMessageContaining("./perf stack up")
        .hasMessageNotContaining("INFLUXDB");
  }

  @Test
  void refusesAVariableThatMakesNoAddress() {
    Environment local = Environment.load(LOCAL, Map.of("PERF_KAFKA_PORT", "port"));

    assertThatThrownBy(local::kafka)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka.bootstrap with its variables replaced must be host:port");
  }

  @Test
  void saysWhichSectionIsMissing() throws IOException {
    Environment empty = Environment.load(file("name: nothing\n"), Map.of());

    assertThatThrownBy(empty::influxdb)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("no section influxdb")
        .hasMessageContaining("url, database, user, password");
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("environment.yml"), yaml);
  }
}
