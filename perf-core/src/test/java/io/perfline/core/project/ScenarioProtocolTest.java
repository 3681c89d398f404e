package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioProtocolTest {

  @TempDir private Path folder;

  @Test
  void defaultsToHttp11() throws IOException {
    Scenario scenario = read("connections: 3");

    assertThat(scenario.protocol()).isEqualTo(ScenarioProtocol.HTTP_1_1);
    assertThat(scenario.sessionsAtOnce()).isEqualTo(3);
    assertThat(read("protocol: http/1.1, connections: 3").protocol())
        .isEqualTo(ScenarioProtocol.HTTP_1_1);
    assertThat(read("protocol: h2, connections: 3").protocol()).isEqualTo(ScenarioProtocol.H2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connections: 3                  |  3",
        "connections: 3, streams: 10     | 30",
        "rate: 10/s, connections: 2, streams: 10 | 20",
        "rate: 1000/s, streams: 10       | 100",
        "users: 5, think_time: 1 s, streams: 10 | 5",
      })
  void hasTheConfiguredNumberOfSessions(String load, int sessions) throws IOException {
    Scenario scenario = read("protocol: h2c, " + load);

    assertThat(scenario.protocol()).isEqualTo(ScenarioProtocol.H2C);
    assertThat(scenario.sessionsAtOnce()).isEqualTo(sessions);
    assertThat(scenario.withConnections(7).sessionsAtOnce()).isEqualTo(7);
    assertThat(scenario.withConnections(7).streams()).isEqualTo(scenario.streams());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connections: 1, streams: 2       | streams: HTTP/1.1 has none",
        "protocol: h3, connections: 1     | allowed: http/1.1, h2, h2c",
        "protocol: h2, connections: 1, streams: 0 | a number of streams from 1 to 1000",
        "protocol: h2, connections: 100, streams: 101 | 10,100 sessions at the same time",
      })
  void refusesContradictorySettings(String load, String fault) {
    assertThatThrownBy(() -> read(load)).isInstanceOf(Fault.class).hasMessageContaining(fault);
  }

  private Scenario read(String load) throws IOException {
    Path file = folder.resolve(Project.FILE);
    Files.writeString(
        file,
        "version: 1\nservice: {url: 'http://a'}\nload: {a: {%s, requests: [{get: /}]}}\n"
            .formatted(load));
    return ProjectFile.read(file).loads(Scenario.class).get("a");
  }
}
