package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.sample.LeftProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares a service with its baseline through {@code perfline mcp}. */
class McpComparisonIT {

  @TempDir private Path folder;
  private McpProject project;
  private McpServer server;

  @BeforeEach
  void startServer() throws IOException, InterruptedException {
    project = McpProject.in(Files.createDirectory(folder.resolve("project")));
    server = McpServer.start(folder.resolve("tool"), project.folder(), Map.of("CI", "true"));
  }

  @AfterEach
  void stopServer() throws InterruptedException {
    server.close();
    assertThat(LeftProcesses.in(folder)).isEmpty();
  }

  @Test
  void followsAComparisonToARedVerdictThatNamesTheMethod() throws Exception {
    project.slow();
    JsonNode started = server.call("start_comparison", Map.of("only", List.of("paired/checkout")));
    String run = started.path("run").asText();
    assertThat(started.path("state").asText()).isEqualTo("running");

    assertThat(server.fails("start_comparison", Map.of()))
        .contains("'%s' still runs".formatted(run), "cancel_run");
    assertThat(server.fails("try_scenario", Map.of("scenario", "checkout"))).contains("still runs");
    JsonNode measuring = stateWith("run", run);
    assertThat(measuring.path("state").asText()).isEqualTo("running");
    assertThat(server.fails("read_verdict", Map.of("run", run))).contains("run_state");

    JsonNode ended = ended(run);
    assertThat(ended.path("exit_code").asInt()).as("%s", ended).isEqualTo(1);
    assertThat(ended.path("outcome").asText()).isEqualTo("FAIL");

    JsonNode verdict = server.call("read_verdict", Map.of());
    assertThat(verdict.path("run").asText()).isEqualTo(run);
    assertThat(verdict.path("exit_code").asInt()).isEqualTo(1);
    JsonNode worst = verdict.path("limits").path(0);
    assertThat(worst.path("limit").asText()).isEqualTo("slower");
    assertThat(worst.path("case").asText()).isEqualTo("paired/checkout");
    assertThat(worst.path("outcome").asText()).isEqualTo("FAIL");
    assertThat(worst.path("before").asDouble()).isLessThan(worst.path("after").asDouble());
    assertThat(worst.path("interval").path("low").asDouble()).isPositive();
    assertThat(worst.path("slower_method").asText()).contains("SampleService.answer");
    assertThat(verdict.path("reproduce").asText())
        .startsWith("perfline ci --only paired/checkout")
        .contains("--against");
    assertThat(project.folder().resolve(verdict.path("report").asText())).exists();

    JsonNode explained = server.call("explain_limit", Map.of("limit", "slower"));
    assertThat(explained.path("in_thresholds_yml_now").path("at").asText())
        .startsWith("thresholds.yml:");
    JsonNode data = explained.path("cases").path(0);
    assertThat(data.path("statistical_method").asText()).isNotEmpty();
    assertThat(data.path("baseline").path("kind").asText()).isEqualTo("paired");
    assertThat(data.path("samples").asInt()).isPositive();
    assertThat(server.fails("explain_limit", Map.of("limit", "slowr"))).contains("'slower'");

    JsonNode methods = server.call("name_methods", Map.of("run", run));
    assertThat(methods.path("cases").path(0).path("slower_methods").toString())
        .contains("SampleService");

    JsonNode compared = server.call("compare_runs", Map.of("before", run, "after", run));
    assertThat(compared.path("table").toString()).contains("checkout");
  }

  @Test
  void cancelsAComparisonAndLeavesNoProcess() throws Exception {
    List<ProcessHandle> before = McpServer.started();
    String run = server.call("start_comparison", Map.of()).path("run").asText();
    stateWith("run", run);
    assertThat(McpServer.started()).hasSizeGreaterThan(before.size());

    JsonNode canceled = server.call("cancel_run", Map.of("run", run));

    assertThat(canceled.path("state").asText()).isEqualTo("canceled");
    assertThat(McpServer.started()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(server.call("run_state", Map.of("run", run)).path("state").asText())
        .isEqualTo("canceled");
    assertThat(server.call("start_comparison", Map.of("against", "none")).path("run").asText())
        .isNotEqualTo(run);
  }

  @Test
  void triesAScenarioOnce() throws Exception {
    JsonNode tried = server.call("try_scenario", Map.of("scenario", "checkout"));
    while (tried.path("state").asText().equals("running")) {
      tried = server.call("run_state", Map.of("wait_seconds", 50, "lines", 100));
    }

    assertThat(tried.path("exit_code").asInt()).as("%s", tried).isZero();
    assertThat(tried.path("meaning").asText()).isEqualTo("all checks were met");
    assertThat(tried.path("output").toString()).contains("POST /orders", "PASS");
  }

  /** Waits until the run is in a step. */
  private JsonNode stateWith(String step, String run) throws Exception {
    JsonNode state = server.call("run_state", Map.of("run", run, "wait_seconds", 1));
    while (!state.path("step").asText().equals(step)) {
      assertThat(state.path("state").asText()).as("%s", state).isEqualTo("running");
      state = server.call("run_state", Map.of("run", run, "wait_seconds", 1));
    }
    return state;
  }

  private JsonNode ended(String run) throws IOException {
    JsonNode state = server.call("run_state", Map.of("run", run, "wait_seconds", 50));
    while (state.path("state").asText().equals("running")) {
      state = server.call("run_state", Map.of("run", run, "wait_seconds", 50));
    }
    return state;
  }
}
