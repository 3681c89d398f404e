package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a team's own simulation and a capacity search. */
class OwnLoadsIT {

  private static final String HEAD =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      thresholds:
      """;

  @TempDir private Path folder;
  private OwnProject project;
  private String java;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("delay.txt", "1");
    java =
        "exec '%s' -Dsun.net.httpserver.nodelay=true -cp '%s' "
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                System.getProperty("java.class.path"));
  }

  @Test
  void measuresAGatlingSimulationUnchanged() throws IOException, InterruptedException {
    project.write(
        "perf.yml",
        """
        version: 1
        name: orders
        service:
          command: PORT=${PORT} %s
          ready: {get: /health, within: 60 s}
        load:
          search:
            gatling: %s
            classpath: %s
            properties: {baseUrl: '${url}'}
            requests: [make order]
            within: 1 min
        profiles: {commit: {warm_up: 1 s, duration: 3 s}}
        """
            .formatted(
                java + SampleService.class.getName(),
                SampleSimulation.class.getName(),
                Path.of(
                    SampleSimulation.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())));
    project.write(
        "thresholds.yml",
        HEAD
            + """
              - {id: errors, case: search/*, metric: error_rate, pass: "<= 1 %"}
              - {id: fast, case: search, metric: service_time.p50, pass: "<= 90 ms"}
            """);
    project.commit("first");

    assertThat(project.ci("same")).as(project.output()).isZero();

    List<CaseResult> cases = RunFile.read(folder.resolve("runs/same")).cases();
    assertThat(cases).extracting(CaseResult::name).containsExactly("search", "search/make_order");
    assertThat(cases.get(0).requests()).isBetween(100L, 130L);
    assertThat(cases.get(1).requests()).isBetween(50L, 65L);
    assertThat(cases.get(1).responseTime().count()).isEqualTo(cases.get(1).requests());
    assertThat(folder.resolve("runs/same/search/search-service.seconds.csv")).exists();

    project.write("delay.txt", "150");
    project.commit("slower");

    assertThat(project.ci("slowed")).as(project.output()).isEqualTo(1);
  }

  @Test
  void findsTheCapacityOfAScenario() throws IOException, InterruptedException {
    project.write("delay.txt", "20");
    project.write(
        "perf.yml",
        """
        version: 1
        name: orders
        service:
          command: PORT=${PORT} %s
          ready: {get: /health, within: 60 s}
        load:
          browse:
            users: 2
            think_time: 10 ms
            requests: [{get: /}]
            capacity: {users: 4, levels: 3, step: 4, hold: 2 s, pages: 60, within: 500 ms}
        profiles: {commit: {warm_up: 0 s, duration: 2 s, at_most: 90 s}}
        """
            .formatted(java + SampleService.class.getName()));
    project.write(
        "thresholds.yml",
        HEAD.replace("thresholds:\n", "")
            + """
            capacity:
              - id: users
                case: capacity/browse
                goal: {pages: 90 %, within: 500 ms, errors: 5 %, confidence: 90 %}
                pass: ">= 2 users"
            """);
    project.commit("first");

    assertThat(project.ci("same")).as(project.output()).isZero();

    CaseResult found =
        RunFile.read(folder.resolve("runs/same")).cases().stream()
            .filter(result -> result.name().equals("capacity/browse"))
            .findFirst()
            .orElseThrow();
    assertThat(found.levels()).hasSizeGreaterThan(1).allMatch(level -> level.pages() >= 60);
    assertThat(found.levels().get(0).users()).isEqualTo(4);
  }
}
