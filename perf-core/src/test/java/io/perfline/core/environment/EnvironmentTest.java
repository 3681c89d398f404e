package io.perfline.core.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

  private static final Path LOCAL = Path.of("../deploy/environments/local.yml");

  private static final Map<String, String> STACK =
      Map.of(
          "PERF_TOMCAT_PORT", "18080",
          "PERF_TOMCAT_USER", "perf",
          "PERF_TOMCAT_PASSWORD", "t0mcat",
          "PERF_KAFKA_PORT", "19092",
          "PERF_CASSANDRA_PORT", "19042",
          "PERF_KRYONET_PORT", "15000",
          "PERF_KRYONET_BASELINE_PORT", "15001",
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
            new RecorderService(
                URI.create("http://127.0.0.1:18080/recorder"),
                List.of(new HostPort("127.0.0.1", 15000)),
                "recordings.in",
                "recordings.acks"));
    assertThat(local.atBaseline().recorder())
        .isEqualTo(
            new RecorderService(
                URI.create("http://127.0.0.1:18080/recorder-baseline"),
                List.of(new HostPort("127.0.0.1", 15001)),
                "recordings-baseline.in",
                "recordings-baseline.acks"));
    assertThat(local.kafka()).isEqualTo(new Kafka("127.0.0.1:19092", Map.of()));
    assertThat(local.cassandra())
        .isEqualTo(
            new Cassandra(
                List.of(new HostPort("127.0.0.1", 19042)),
                "datacenter1",
                null,
                null,
                false,
                null,
                null,
                true));
    assertThat(local.influxdb())
        .isEqualTo(
            new InfluxDb(URI.create("http://127.0.0.1:18086"), "perfline", "perf", "1nflux"));
  }

  @Test
  void findsAServiceByEitherName() throws IOException {
    String where = ": {url: 'http://127.0.0.1:1/shop'}\n";
    Environment service = Environment.load(file("name: a\nservice" + where), Map.of());

    assertThat(service.hasService()).isTrue();
    assertThat(service.service()).isEqualTo(URI.create("http://127.0.0.1:1/shop"));
    assertThat(Environment.load(file("name: a\n"), Map.of()).hasService()).isFalse();
    Path both = file("name: a\nservice" + where + "recorder" + where);
    assertThatThrownBy(() -> Environment.load(both, Map.of()))
        .hasMessageContaining("two names of one section");
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
  void readsTheTruststoreOfACassandraClient() throws IOException {
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
  void readsTheExampleOfSecuredClusters() {
    Environment example =
        Environment.load(
            Path.of("../deploy/environments/secured.yml"),
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

  private Path file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("environment.yml"), yaml);
  }
}
