package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the structure and versions of {@code deploy/compose.yml}, and that all its ports are on
 * loopback.
 */
class ComposeTest {

  private static final Path FOLDER = Jenkinsfile.ROOT.resolve("deploy");

  private final Yaml file = read();

  /** Allows only the keys of the Compose specification that this file uses. */
  @Test
  void followsTheComposeSpecification() {
    file.only("name", "services", "secrets", "volumes");
    assertThat(file.at("name").text()).matches("[a-z0-9][a-z0-9_-]*");
    services()
        .forEach(
            service -> {
              service.only(
                  "build", "image", "network_mode", "environment", "secrets", "volumes", "restart");
              assertThat(service.at("image").text()).matches("[a-z0-9/-]+:[0-9.]+");
              service.at("environment").values().forEach(Yaml::text);
              assertThat(service.at("restart").text()).isEqualTo("unless-stopped");
              if (service.has("build")) {
                service.at("build").only("context", "args").at("args").values().forEach(Yaml::text);
                assertThat(built(service).resolve("Dockerfile")).exists();
              }
            });
    file.at("secrets")
        .values()
        .forEach(
            secret ->
                assertThat(secret.only("environment").at("environment").text())
                    .isEqualTo(secret.name()));
    file.at("volumes").values().forEach(volume -> assertThat(volume.value()).isNull());
  }

  @Test
  void mountsExistingFilesAndDeclaredSecrets() {
    services()
        .forEach(
            service -> {
              list(service, "secrets")
                  .forEach(name -> assertThat(file.at("secrets").has(name)).as(name).isTrue());
              list(service, "volumes").forEach(this::assertIsThere);
            });
  }

  @Test
  void hasTheVersionsOfTheBuild() throws Exception {
    PomVersions pom = new PomVersions();

    assertThat(image("tomcat")).isEqualTo("perfline-tomcat:" + pom.of("tomcat.version"));
    assertThat(argument("tomcat", "TOMCAT_VERSION")).isEqualTo(pom.of("tomcat.version"));
    assertThat(image("kafka")).isEqualTo("apache/kafka:" + pom.of("kafka.version"));
    assertThat(image("cassandra")).isEqualTo("cassandra:" + pom.of("cassandra.version"));
    assertThat(image("influxdb")).startsWith("influxdb:1.12.");
    assertThat(image("grafana")).startsWith("grafana/grafana:12.4.");
    assertThat(image("jenkins"))
        .isEqualTo("perfline-jenkins:" + argument("jenkins", "JENKINS_VERSION"));
  }

  @Test
  void matchesTheEnvironmentFileOnLoopbackOnly() throws IOException {
    Environment environment =
        Environment.load(
            FOLDER.resolve("environments/compose.yml"),
            Map.of(
                "TOMCAT_USR",
                "perf",
                "TOMCAT_PSW",
                "a",
                "INFLUXDB_USR",
                "perf",
                "INFLUXDB_PSW",
                "b"));

    assertThat(services()).allMatch(service -> service.at("network_mode").text().equals("host"));
    assertThat(environment.tomcat().manager())
        .hasToString(
            "http://127.0.0.1:%s/manager/text".formatted(variable("tomcat", "TOMCAT_PORT")));
    assertThat(environment.recorder().kryonet())
        .hasToString("[127.0.0.1:%s]".formatted(variable("tomcat", "RECORDER_KRYONET_PORTS")));
    assertThat(Files.readString(FOLDER.resolve("compose/tomcat/Dockerfile")))
        .contains("ENV TOMCAT_ADDRESS=127.0.0.1 ");
    assertThat(service("tomcat").at("environment").has("TOMCAT_ADDRESS")).isFalse();
    assertThat(environment.kafka().bootstrap())
        .isEqualTo(variable("tomcat", "RECORDER_KAFKA_BOOTSTRAP"));
    assertThat(variable("kafka", "KAFKA_LISTENERS").split(","))
        .contains("PLAINTEXT://" + environment.kafka().bootstrap())
        .allMatch(listener -> listener.contains("://127.0.0.1:"));
    assertThat(environment.cassandra().contactPoints())
        .hasToString("[%s]".formatted(variable("tomcat", "RECORDER_CASSANDRA_CONTACT_POINTS")));
    assertThat(variable("cassandra", "CASSANDRA_LISTEN_ADDRESS")).isEqualTo("127.0.0.1");
    assertThat(variable("cassandra", "CASSANDRA_RPC_ADDRESS")).isEqualTo("127.0.0.1");
    assertThat(environment.influxdb().url())
        .hasToString("http://" + variable("influxdb", "INFLUXDB_HTTP_BIND_ADDRESS"));
    assertThat(variable("influxdb", "INFLUXDB_BIND_ADDRESS")).startsWith("127.0.0.1:");
    assertThat(variable("grafana", "GF_SERVER_HTTP_ADDR")).isEqualTo("127.0.0.1");
    assertThat(variable("jenkins", "JENKINS_OPTS")).contains("--httpListenAddress=127.0.0.1");
    assertThat(variable("jenkins", "PERF_ENVIRONMENT"))
        .isEqualTo("deploy/environments/compose.yml");
  }

  @Test
  void containsNoPassword() {
    services()
        .flatMap(service -> service.at("environment").values())
        .filter(variable -> variable.name().matches(".*(PASSWORD|PSW)"))
        .forEach(
            variable ->
                assertThat(variable.text()).as(variable.path()).matches("\\$\\{[A-Z_]+:\\?.+}"));
  }

  /** Grafana sends a viewer's queries as the data source's user. */
  @Test
  void grafanaHasItsOwnReadOnlyUser() {
    assertThat(variable("grafana", "PERF_INFLUXDB_USER"))
        .isEqualTo(variable("influxdb", "INFLUXDB_READ_USER"))
        .isNotEqualTo(variable("influxdb", "INFLUXDB_ADMIN_USER"));
    assertThat(variable("grafana", "PERF_INFLUXDB_PASSWORD"))
        .isEqualTo(variable("influxdb", "INFLUXDB_READ_USER_PASSWORD"))
        .isNotEqualTo(variable("influxdb", "INFLUXDB_ADMIN_PASSWORD"));
    assertThat(variable("influxdb", "INFLUXDB_DB")).isEqualTo("perfline");
  }

  private void assertIsThere(String mount) {
    String source = mount.substring(0, mount.indexOf(':'));
    if (source.startsWith(".")) {
      assertThat(FOLDER.resolve(source)).as(mount).exists();
    } else {
      assertThat(file.at("volumes").has(source)).as(mount).isTrue();
    }
  }

  private Stream<Yaml> services() {
    return file.at("services").values();
  }

  private Yaml service(String name) {
    return file.at("services").at(name);
  }

  private String image(String service) {
    return service(service).at("image").text();
  }

  private String argument(String service, String name) {
    return service(service).at("build").at("args").at(name).text();
  }

  private String variable(String service, String name) {
    return service(service).at("environment").at(name).text();
  }

  private static Path built(Yaml service) {
    return FOLDER.resolve(service.at("build").at("context").text());
  }

  private static List<String> list(Yaml service, String key) {
    return service.has(key) ? service.at(key).list().stream().map(Yaml::text).toList() : List.of();
  }

  private static Yaml read() {
    try {
      return Yaml.read("deploy/compose.yml");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
