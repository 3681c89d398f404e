package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.Case;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's service in a folder of its own, from perf.yml to the verdict. */
class OwnServiceIT {

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: "checkout/**", metric: error_rate, pass: "<= 1 %"}
        - {id: slower, case: paired/*, metric: service_time.mean, pass: "<= +300 %", baseline: previous}
      """;

  @TempDir private Path folder;
  private final StringWriter said = new StringWriter();

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    write("delay.txt", "3");
    write(".gitignore", ".perf\nruns\n");
    write("thresholds.yml", THRESHOLDS);
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    write(
        "perf.yml",
        """
        version: 1
        name: orders
        service:
          command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp '%s' %s
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
        profiles: {commit: {warm_up: 2 s, duration: 6 s, at_most: 12 s}}
        """
            .formatted(java, classes, SampleService.class.getName()));
    git("init", "-q");
    git("add", ".");
    commit("first");
  }

  @Test
  void isGreenWhenNothingChangedAndRedWhenSlowed() throws IOException, InterruptedException {
    commit("second");
    assertThat(ci("same")).as(said.toString()).isZero();
    List<Case> cases = RunFile.read(folder.resolve("runs/same")).cases();
    assertThat(cases)
        .extracting(Case::name)
        .containsExactly("checkout", "checkout/post_orders", "checkout/get", "paired/checkout");
    assertThat(cases).allMatch(Case::valid);
    assertThat(folder.resolve("runs/same/report/index.html")).exists();
    assertThat(folder.resolve("runs/same/service-candidate.log")).exists();

    write("delay.txt", "40");
    git("add", ".");
    commit("third");
    assertThat(ci("slowed")).as(said.toString()).isEqualTo(1);
    assertThat(said.toString()).contains("slower");
  }

  @Test
  void hasNoVerdictOnOneThatIsDown() throws IOException {
    write(
        "perf.yml",
        """
        version: 1
        service: {url: 'http://127.0.0.1:1', ready: {get: /, within: 1 s}}
        load: {checkout: {connections: 1, requests: [{get: /, name: a}, {get: /b}]}}
        profiles: {commit: {warm_up: 1 s, duration: 1 s}}
        """);
    write("thresholds.yml", THRESHOLDS.replaceAll("(?m)^baselines.*\n|^.*slower.*\n", ""));

    assertThat(ci("down")).isEqualTo(3);
    assertThat(said.toString()).contains("not ready after 1 s");
  }

  @Test
  void refusesAFaultyFile() throws IOException {
    write("perf.yml", "version: 1\nservice: {}\nload: {}\n");

    assertThat(ci("faulty")).isEqualTo(2);
    assertThat(said.toString()).contains("perf.yml:2:").contains("perf.yml:3:");
    assertThat(folder.resolve("runs")).doesNotExist();
  }

  private int ci(String id) {
    PrintWriter out = new PrintWriter(said, true);
    return Command.run(
        new CiCommand(folder, Stages.real(), Clock.systemUTC()),
        out,
        out,
        "--file",
        folder.resolve("perf.yml").toString(),
        "--run-id",
        id);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private void commit(String message) throws IOException, InterruptedException {
    git(
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@localhost",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        message);
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    assertThat(
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start()
                .waitFor())
        .isZero();
  }
}
