package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service in its own folder, from perf.yml to the verdict. */
class OwnServiceIT {

  static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: "checkout*", metric: error_rate, pass: "<= 1 %"}
        - id: slower
          case: paired/*
          metric: service_time.p50
          pass: "<= +100 %"
          baseline: previous
          confidence: 90 % # so that the twelve pairs of two deployments decide
      """;

  private static final String PROJECT =
      """
      version: 1
      name: orders
      service:
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load:
        checkout:
          rate: 50/s
          requests:
            - post: /orders
              body: '{}'
              expect: {status: 201, json: {/state: NEW}}
              save: {order: {header: Location}}
            - get: ${order}
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 6 s, at_most: 12 s}}
      """;

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("delay.txt", "3");
    project.write("thresholds.yml", THRESHOLDS);
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    project.write("perf.yml", PROJECT.formatted(java, SampleService.class.getName(), classes));
    project.commit("first");
  }

  /** The tests of the installed archive cover an unchanged service. */
  @Test
  void failsASlowedService() throws IOException, InterruptedException {
    project.write("delay.txt", "60"); // on a busy machine, too, several times as slow
    project.commit("second");

    assertThat(project.ci("slowed")).as(project.output()).isEqualTo(1);

    assertThat(project.output()).contains("slower", "SampleService.answer");
    List<CaseResult> cases = RunFile.read(folder.resolve("runs/slowed")).cases();
    assertThat(cases)
        .extracting(CaseResult::name)
        .containsExactly("checkout", "checkout/post_orders", "checkout/get", "paired/checkout");
    assertThat(cases).allMatch(CaseResult::valid);
    assertThat(folder.resolve("runs/slowed/report/index.html")).exists();
    assertThat(folder.resolve("runs/slowed/service-candidate.log")).exists();
  }

  @Test
  void givesNoVerdictOnAServiceThatIsDown() throws IOException {
    project.write(
        "perf.yml",
        """
        version: 1
        service: {url: 'http://127.0.0.1:1', ready: {get: /, within: 1 s}}
        load: {checkout: {connections: 1, requests: [{get: /, name: a}, {get: /b}]}}
        profiles: {commit: {warm_up: 1 s, duration: 1 s}}
        """);
    project.write(
        "thresholds.yml", THRESHOLDS.replaceAll("(?m)^baselines.*\n|(?s:^ *- id: slower.*)", ""));

    assertThat(project.ci("down")).as(project.output()).isEqualTo(3);
    assertThat(project.output())
        .contains(
            "No verdict: not measured: http://127.0.0.1:1 is not reachable (connection refused,"
                + " tried for 1 s)");
  }

  /** The candidate's server dies under a load that the baseline's survives. */
  @Test
  void failsAServiceThatDiesUnderLoad() throws IOException, InterruptedException {
    Path file = folder.resolve("perf.yml");
    String text = Files.readString(file);
    project.write(
        "perf.yml",
        text.replaceFirst("profiles: .*", "profiles: {commit: {warm_up: 1 s, duration: 1 s}}"));
    project.write("ends.txt", "1000000");
    project.commit("second");
    project.write("ends.txt", "60");
    project.commit("third");

    assertThat(project.ci("ended")).as(project.output()).isEqualTo(1);

    assertThat(project.output())
        .contains("the candidate's server ended after")
        .contains("which the baseline's survived: exit code 3; its log")
        .contains("no memory left");
  }

  @Test
  void refusesAFaultyFile() throws IOException {
    project.write("perf.yml", "version: 1\nservice: {}\nload: {}\n");

    assertThat(project.ci("faulty")).isEqualTo(2);
    assertThat(project.output()).contains("perf.yml:2:").contains("perf.yml:3:");
    assertThat(folder.resolve("runs")).doesNotExist();
  }
}
