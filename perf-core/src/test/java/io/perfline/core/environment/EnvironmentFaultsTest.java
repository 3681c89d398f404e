package io.perfline.core.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests errors of environment files, on reading them and on requesting a section. */
class EnvironmentFaultsTest {

  private static final Path LOCAL = Path.of("../deploy/environments/local.yml");

  @TempDir Path folder;

  @Test
  void refusesTlsSettingsWithoutTlsAndSecretsInClearText() throws IOException {
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
                token: hunter2
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
        .hasMessageContaining(":8:12: kafka.client.token must be a variable")
        .hasMessageContaining(":12:15: truststore: it requires 'tls'")
        .hasMessageContaining(":13:16: verify_host: it requires 'tls'")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void reportsAllErrorsOfAFileWithTheirLines() throws IOException {
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
            ":1:1: unknown key 'nmae' in an environment (did you mean 'name'?); allowed: name,"
                + " tomcat, service, recorder, baseline, kafka, cassandra, redis, etcd, influxdb",
            ":1:1: an environment needs the key 'name'",
            ":3:3: tomcat needs the key 'password'",
            ":3:12: tomcat.manager must be an http or https URL, as http://127.0.0.1:8080/recorder",
            ":5:3: unknown key 'passwrod' in tomcat (did you mean 'password'?); allowed: manager,"
                + " user, password",
            ":10:13: influxdb.password must be a variable, as ${NAME}: secrets are never written"
                + " into the file",
            ":12:14: kafka.bootstrap must be host:port, several separated by commas",
            ":13:3: the key 'bootstrap' occurs twice",
            ":15:19: expected a list, each entry host:port, found a text",
            ":16:15: cassandra.datacenter: '${' without a variable; write ${NAME}",
            ":17:9: user: it requires 'password'",
            ":18:8: cassandra.tls must be true or false",
            ":19:11: expected recorder with the keys url, kryonet, topic_in,"
                + " topic_acks, found a text");
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
        "'name: ${SITE}\nkafka: {bootstrap: a:1}'|can't contain a variable",
        "'name: [unclosed: hunter2'|not YAML",
        "'name: !!java.net.URL [\"http://127.0.0.1\"]'|not YAML: Global tag is not allowed"
      })
  void refusesFilesThatAreNotEnvironments(String text, String reason) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> Environment.load(file, Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(file + ":")
        .hasMessageContaining(reason)
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }

  @Test
  void namesAMissingFile() {
    assertThatThrownBy(() -> Environment.load(folder.resolve("none.yml"), Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("there is no file")
        .hasMessageContaining("none.yml");
  }

  @Test
  void namesEveryUnsetVariableOfTheRequestedSection() {
    Environment local = Environment.load(LOCAL, Map.of("PERF_TOMCAT_PASSWORD", ""));

    assertThatThrownBy(local::tomcat)
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(2))
        .hasMessageContaining("local.yml:7:12: tomcat.manager needs the variable PERF_TOMCAT_PORT")
        .hasMessageContaining("local.yml:8:9: tomcat.user needs the variable PERF_TOMCAT_USER")
        .hasMessageContaining("local.yml:9:13: tomcat.password needs the variable PERF_TOMCAT_PASS")
        .hasMessageContaining("perfline stack up")
        .hasMessageNotContaining("INFLUXDB");
  }

  @Test
  void refusesAVariableThatIsNotAnAddress() {
    Environment local = Environment.load(LOCAL, Map.of("PERF_KAFKA_PORT", "port"));

    assertThatThrownBy(local::kafka)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("kafka.bootstrap with its variables replaced must be host:port");
  }

  @Test
  void namesAMissingSection() throws IOException {
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
