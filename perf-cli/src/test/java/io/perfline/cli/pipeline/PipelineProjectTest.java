package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which stages a project needs and what they are called with. */
class PipelineProjectTest {

  @TempDir Path home;
  private StagesProbe probe;

  @BeforeEach
  void stages() {
    probe = new StagesProbe(home);
  }

  @Test
  void takesLimitsAndServersFromTheProjectByDefault() {
    assertThat(probe.ci()).isZero();

    assertThat(probe.runs.get(0).environment().given()).contains(probe.servers());
    assertThat(probe.judged.get(0).thresholds()).isEqualTo(home.resolve("thresholds.yml"));
    assertThat(probe.judged.get(0).history().files()).isEmpty();
  }

  @Test
  void deploysNothingForACommand() throws Exception {
    Files.writeString(home.resolve("servers.yml"), "name: here\n");

    assertThat(probe.ci()).isZero();
    assertThat(probe.stages).contains("stack up", "run").doesNotContain("deploy");
    assertThat(probe.runs.get(0).environment().given()).contains(probe.servers());
    assertThat(probe.judged.get(0).history().files().orElseThrow().path())
        .as("no InfluxDB is named")
        .isEqualTo(home.resolve(".perf/history"));
  }

  @Test
  void aProjectWithoutServersKeepsItsHistoryInFiles() throws Exception {
    Files.writeString(
        home.resolve("perf.yml"),
        """
        version: 1
        service: {url: 'http://127.0.0.1:1'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);

    assertThat(probe.ci()).isZero();
    assertThat(probe.stages)
        .containsExactly("plan", "check", "run", "publish", "gate", "publish", "trend", "report");
    assertThat(probe.histories.get(0).files().orElseThrow().path())
        .isEqualTo(home.resolve(".perf/history"));
  }

  @Test
  void explainsWhatToDoWithoutAProject() throws Exception {
    Files.delete(home.resolve("perf.yml"));

    assertThat(probe.ci()).isEqualTo(2);
    assertThat(probe.printed()).contains("there is no perf.yml here", "perfline init");
  }

  @Test
  void doesNotMeasureABuildThatFails() throws Exception {
    Path file = home.resolve("perf.yml");
    Files.writeString(file, Files.readString(file).replace("build: 'true'", "build: exit 4"));

    assertThat(probe.ci()).isEqualTo(3);
    assertThat(probe.stages).doesNotContain("stack up", "run");
    assertThat(probe.printed()).contains("the build 'exit 4' ('build' in perf.yml) failed in");
  }
}
