package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.environment.Variables;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackCommandTest {

  @TempDir Path home;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void startsNothingForExternalServers() throws IOException {
    Path others =
        environment(
            """
            name: others
            kafka:
              bootstrap: kafka.example:9092
            influxdb:
              url: https://influxdb.example
              database: perfline
              user: perf
              password: ${INFLUXDB_PASSWORD}
            """);

    assertThat(stack(Map.of(), "up", "--environment", others.toString())).isZero();
    assertThat(out.toString()).contains("nothing to start");
    assertThat(home.resolve(".perf")).doesNotExist();
  }

  @Test
  void startsNothingForAServiceWithoutServers() throws IOException {
    project("url: 'http://127.0.0.1:1'");

    assertThat(stack(Map.of(), "up")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("nothing to start: the service of", "needs no servers");
  }

  @Test
  void startsOnlyTomcatForAWar() throws IOException {
    Files.createDirectories(home.resolve("deploy/environments"));
    Files.writeString(home.resolve("deploy/environments/tomcat.yml"), "name: local\n");
    project("war: shop.war");

    assertThat(stack(Map.of(), "up")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("tomcat.yml names servers that this stack doesn't run");
  }

  private void project(String service) throws IOException {
    Files.writeString(
        home.resolve("perf.yml"),
        "version: 1\nservice: {%s}\nload: {a: {connections: 1, requests: [{get: /}]}}\n"
            .formatted(service));
  }

  @ParameterizedTest
  @CsvSource({
    "PERF_KAFKA_PORT,kafka,must be a port",
    "PERF_TOMCAT_PORT,0,must be a port",
    "PERF_INFLUXDB_PORT,65536,must be a port",
    "PERF_TOMCAT_HEAP_MIB,2g,must be a number of MiB",
    "PERF_TOMCAT_VERSION,8,'must be one of 7, 9, 10.1, 11, not'",
    "PERF_TOMCAT_PASSWORD,secret,generates its own users"
  })
  void refusesAnUnsetVariableBeforeStartingAnything(String name, String value, String reason)
      throws IOException {
    Path local =
        environment("name: local\nrecorder: {url: 'http://127.0.0.1:${PERF_TOMCAT_PORT}'}");

    assertThat(stack(Map.of(name, value), "up", "--environment", local.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(name, reason).doesNotContain("secret");
    assertThat(new StackDirectory(home.resolve(".perf/stack")).isStarted("tomcat")).isFalse();
    assertThat(Variables.ofStack(home)).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"up --wiht kafka-2", "up --with kafka-3", "dwon", "status now"})
  void refusesUnknownArguments(String args) throws IOException {
    Files.createDirectories(home.resolve("deploy/environments"));
    Files.writeString(home.resolve("deploy/environments/local.yml"), "name: local\n");

    assertThat(stack(Map.of(), args.split(" "))).isEqualTo(2);
    assertThat(err.toString()).startsWith("perfline");
  }

  @Test
  void reportsThatNothingIsRunning() {
    assertThat(stack(Map.of(), "status")).isEqualTo(3);
    assertThat(out.toString().lines())
        .containsExactly(
            "PART        ADDRESS          PID      STATE",
            "tomcat      -                -        down",
            "kafka       -                -        down",
            "cassandra   -                -        down",
            "influxdb    -                -        down");
    assertThat(home.resolve(".perf")).doesNotExist();
  }

  private Path environment(String text) throws IOException {
    return Files.writeString(home.resolve("environment.yml"), text);
  }

  private int stack(Map<String, String> variables, String... args) {
    return Command.run(
        new StackCommand(home, variables),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        args);
  }
}
