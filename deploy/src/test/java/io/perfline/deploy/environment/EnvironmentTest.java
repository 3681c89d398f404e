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
        .hasMessageContaining(":5:30: kafka.client.ssl.truststore.password must be a variable")
        .hasMessageContaining(":6:23: kafka.client.ssl.keystore.key must be a variable")
        .hasMessageContaining(":7:31: kafka.client.sasl.login.client.secret must be a variable")
        .hasMessageContaining(":11:15: truststore: it means nothing without 'tls'")
        .hasMessageContaining(":12:16: verify_host: it means nothing without 'tls'")
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
    assertThat(fault.getMessage().lines().skip(1).map(line -> line.replace("" + file, "")))
        .containsExactly(
            ":1:1: unknown key 'nmae' in an environment (did you mean 'name'?); allowed: name, tomcat,"
                + " recorder, kafka, cassandra, influxdb",
            ":1:1: an environment needs the key 'name'",
            ":3:3: tomcat needs the key 'password'",
            ":3:12: tomcat.manager must be an http or https URL, as http://127.0.0.1:8080/recorder",
            ":5:3: unknown key 'passwrod' in tomcat (did you mean 'password'?); allowed: manager,"
                + " user, password",
            ":10:13: influxdb.password must be a variable, as ${NAME}: secrets are never written"
                + " into the file",
            ":12:14: kafka.bootstrap must be host:port, several separated by commas",
            ":13:3: the key 'bootstrap' is there twice",
            ":15:19: expected a list, each entry host:port, found a text",
            ":16:15: cassandra.datacenter: '${' without a variable; write ${NAME}",
            ":17:9: user: it means nothing without 'password'",
            ":18:8: cassandra.tls must be true or false",
            ":19:11: expected recorder with the keys url, kryonet, found a text");
    assertThat(fault.getMessage()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|the file is empty",
        "hunter2|expected an environment with the keys name, tomcat",
        "'name: x\nkafka: {client: hunter2}'|expected names, each with a text, found a text",
        "'name: x\nkafka: {bootstrap: [hunter2]}'|must be host:port",
        "'name: x\ninfluxdb: {password: ~}'|influxdb.password must be a variable",
        "'name: [unclosed: hunter2'|not YAML",
        "'name: !!java.net.URL [\"http://127.0.0.1\"]'|not YAML: Global tag is not allowed"
      })
  void refusesWhatIsNoEnvironment(String text, String reason) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> Environment.load(file, Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(file + ":")
        .hasMessageContaining(reason)
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }

  @Test
  void namesAFileThatIsNotThere() {
    assertThatThrownBy(() -> Environment.load(folder.resolve("none.yml"), Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("there is no file")
        .hasMessageContaining("none.yml");
  }

  @Test
  void namesEveryUnsetVariableOfTheSectionAskedFor() {
    Environment local = Environment.load(LOCAL, Map.of("PERF_TOMCAT_PASSWORD", ""));

    assertThatThrownBy(local::tomcat)
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(2))
        .hasMessageContaining("local.yml:7:12: tomcat.manager needs the variable PERF_TOMCAT_PORT")
        .hasMessageContaining("local.yml:8:9: tomcat.user needs the variable PERF_TOMCAT_USER")
        .hasMessageContaining("local.yml:9:13: tomcat.password needs the variable PERF_TOMCAT_PASS")
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
