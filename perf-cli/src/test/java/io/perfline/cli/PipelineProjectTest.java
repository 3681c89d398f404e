package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the stages are told of a project, and which of them it needs. */
class PipelineProjectTest {

  @TempDir Path home;
  private StagesProbe probe;

  @BeforeEach
  void stages() {
    probe = new StagesProbe(home);
  }

  @Test
  void takesLimitsAndServersFromTheProjectWhereNoneAreNamed() {
    assertThat(probe.ci()).isZero();

    assertThat(probe.called("run").get(0)).endsWith(probe.servers().toArray(String[]::new));
    String limits = home.resolve("thresholds.yml").toString();
    assertThat(probe.called("gate").get(0))
        .containsSubsequence("--thresholds", limits)
        .endsWith(probe.servers().toArray(String[]::new));
  }

  @Test
  void deploysNothingWhereTheServiceRunsWhileItIsLoaded() throws Exception {
    Files.writeString(home.resolve("servers.yml"), "name: here\n");

    assertThat(probe.ci()).isZero();
    assertThat(probe.stages()).contains("stack up", "run").doesNotContain("deploy");
    assertThat(probe.called("run").get(0)).endsWith(probe.servers().toArray(String[]::new));
    assertThat(probe.called("gate").get(0))
        .as("no InfluxDB is named")
        .endsWith("--history", home.resolve(".perf/history").toString());
  }

  @Test
  void startsNoServerAndKeepsTheHistoryInFilesWhenTheProjectNeedsNone() throws Exception {
    Files.writeString(
        home.resolve("perf.yml"),
        """
        version: 1
        service: {url: 'http://127.0.0.1:1'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);

    assertThat(probe.ci()).isZero();
    assertThat(probe.stages())
        .containsExactly(
            "run --list", "gate --check", "run", "publish", "gate", "publish", "trend", "report");
    assertThat(probe.called("publish").get(0))
        .endsWith("--history", home.resolve(".perf/history").toString());
  }

  @Test
  void saysWhatToDoWithoutAProject() throws Exception {
    Files.delete(home.resolve("perf.yml"));

    assertThat(probe.ci()).isEqualTo(2);
    assertThat(probe.printed()).contains("there is no perf.yml here", "./perf init");
  }

  @Test
  void measuresNothingThatDoesNotBuild() throws Exception {
    Path file = home.resolve("perf.yml");
    Files.writeString(file, Files.readString(file).replace("build: 'true'", "build: exit 4"));

    assertThat(probe.ci()).isEqualTo(3);
    assertThat(probe.stages()).doesNotContain("stack up", "run");
    assertThat(probe.printed()).contains("'sh -c exit 4' failed");
  }
}
