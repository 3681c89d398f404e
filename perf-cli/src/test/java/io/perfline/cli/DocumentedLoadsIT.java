package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the loads of {@code docs/perf-yml.md} as documented. */
class DocumentedLoadsIT {

  private static final String PAGE = "perf-yml.md";

  private static final String SERVICE =
      """
      version: 1
      service:
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      """
          .formatted(
              Path.of(System.getProperty("java.home"), "bin/java"),
              SampleService.class.getName(),
              System.getProperty("java.class.path"));

  private static final String HEAD =
      """
      version: 1
      defaults: {min_samples: 3}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      """;

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("customers.csv", "id\n1\n2\n");
    project.write("delay.txt", "1");
  }

  /** Service and paths are those of the document. */
  @Test
  void theScenariosAreMeasured() throws IOException, InterruptedException {
    project.write(
        "perf.yml",
        SERVICE
            + "profiles: {commit: {warm_up: 1 s, duration: 2 s}}\n"
            + YamlBlock.with(PAGE, "  checkout:\n").text());
    project.write(
        "thresholds.yml",
        HEAD
            + """
            thresholds:
              - {id: checkout, case: "checkout*", metric: error_rate, pass: "<= 0 %"}
              - {id: browse, case: "browse*", metric: error_rate, pass: "<= 0 %"}
              - {id: most, case: most, metric: error_rate, pass: "<= 0 %"}
            """);
    project.commit("first");

    assertThat(project.ci("documented")).as(project.output()).isZero();

    assertThat(cases("documented"))
        .extracting(CaseResult::name)
        .contains("checkout/post_orders", "checkout/get", "browse/search", "most");
  }

  @Test
  @Tag("acceptance")
  void theSearchForTheCapacityHasAVerdict() throws IOException, InterruptedException {
    project.write(
        "perf.yml",
        SERVICE
            + "profiles: {commit: {warm_up: 1 s, duration: 3 s, at_most: 2 min}}\n"
            + "load:\n  browse:\n    users: 20\n    think_time: 2 s\n"
            + "    requests: [{get: /}, {get: '/search?q=shoes', name: search}]\n"
            + YamlBlock.with(PAGE, "    capacity: {").text().replace("levels: 6", "levels: 2"));
    project.write("thresholds.yml", HEAD + YamlBlock.with(PAGE, "goal:").text());
    project.commit("first");

    assertThat(project.ci("capacity")).as(project.output()).isZero();

    assertThat(cases("capacity")).extracting(CaseResult::name).contains("capacity/browse");
  }

  private List<CaseResult> cases(String run) {
    return RunFile.read(folder.resolve("runs").resolve(run)).cases();
  }
}
