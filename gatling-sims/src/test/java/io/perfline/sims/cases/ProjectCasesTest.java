package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.perfline.core.project.Durations;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.EngineLoad;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.SimulationSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cases of a project's loads. */
class ProjectCasesTest {

  private static final String FILE =
      """
      version: 1
      service: {command: 'java -jar shop.jar --port=${PORT}'}
      load:
        checkout: {rate: 200/s, arrivals: poisson, timeout: 5 s, requests: [{get: /a}, {get: /b}]}
        browse: {users: 10, think_time: 2 s, requests: [{get: /}], capacity: {users: 100}}
        most: {connections: 3, requests: [{get: /}]}
        bills: {kafka: {topic: bills, value: x}, rate: 50/s}
        mixed: {rate: 9/s, mix: {a: {weight: 2, requests: [{get: /}, {get: /b}]}, c: {weight: 1, requests: [{get: /}]}}}
        search: {gatling: com.acme.Search, classpath: lib, requests: [open result]}
      """;

  @TempDir private Path folder;

  @Test
  void recordsTheSettingsOfEachLoad() throws IOException {
    Map<String, CasePlan> plans = plans();

    assertThat(plans.keySet())
        .containsExactlyInAnyOrder(
            "checkout",
            "browse",
            "capacity/browse",
            "most",
            "bills",
            "search",
            "paired/checkout",
            "paired/browse",
            "paired/most",
            "mixed",
            "paired/mixed");
    assertThat(plans.get("mixed").parts()).containsExactly("a/get", "a/get_b", "c");
    assertThat(plans.get("paired/mixed").settings().asText()).containsEntry("mix", "a 2, c 1");
    assertThat(plans.get("checkout").settings().asText())
        .containsOnly(
            entry("scenario", "checkout"),
            entry("connections", "20"),
            entry("connections_most", "2000"),
            entry("in_flight", "10000"),
            entry("rate", "200"),
            entry("arrivals", "poisson"),
            entry("timeout", "10000 ms"));
    assertThat(plans.get("checkout").parts()).containsExactly("get_a", "get_b");
    assertThat(plans.get("capacity/browse").settings().asText())
        .contains(
            entry("scenario", "browse"),
            entry("users", "100"),
            entry("think_time", "2000 ms"),
            entry("connections", "10"));
    assertThat(plans.get("bills").settings().asText()).containsEntry("messages", "bills");
    assertThat(plans.get("search").settings().asText())
        .containsOnly(entry("simulation", "com.acme.Search"));
    assertThat(plans.get("paired/most").settings().asText())
        .contains(entry("of", "scenario"), entry("scenario", "most"), entry("slice", "250 ms"));
  }

  @Test
  void runsTheRecordedSettings() throws IOException {
    Durations durations = new Durations(Duration.ofSeconds(1), Duration.ofSeconds(2));

    List<CasePlan> driven =
        plans().values().stream().filter(p -> !(p.load() instanceof SimulationSpec)).toList();
    assertThat(driven)
        .hasSize(10)
        .allSatisfy(
            plan ->
                assertThat(plan.load().load(durations, 7, Shard.WHOLE))
                    .isEqualTo(
                        EngineLoad.of(plan.settings())
                            .load(durations, 7, Shard.WHOLE)
                            .thinking(
                                Duration.ZERO, plan.settings().has(LoadKeys.CONNECTIONS_MOST))));
  }

  private Map<String, CasePlan> plans() throws IOException {
    Path file = Files.writeString(folder.resolve("perf.yml"), FILE);
    Project project = ProjectFile.read(file);
    return ProjectCases.of(project, ProjectDrivers.of(project, Map.of())).stream()
        .collect(Collectors.toMap(CasePlan::name, plan -> plan));
  }
}
