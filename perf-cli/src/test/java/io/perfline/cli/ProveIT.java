package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.prove.ProveCommand;
import io.perfline.core.command.Command;
import io.perfline.gate.prove.ProvedVerdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proves the verdict on any JVM, which an agent slows. */
@Tag("acceptance")
class ProveIT {

  @TempDir private Path folder;
  private final StringWriter output = new StringWriter();

  @BeforeEach
  void project() throws IOException, InterruptedException {
    OwnProject project = new OwnProject(folder);
    project.write("delay.txt", "2");
    project.write("work.txt", "20000");
    project.write(
        "perf.yml",
        """
        version: 1
        name: orders
        service:
          command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
          variables: {CLASSES: '%s'}
          ready: {get: /health, within: 60 s}
        load: {checkout: {connections: 2, requests: [{post: /orders, body: '{}', expect: {status: 201}}]}}
        profiles: {commit: {warm_up: 1 s, duration: 4 s, at_most: 32 s}}
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                SampleService.class.getName(),
                System.getProperty("java.class.path")));
    project.write(
        "thresholds.yml",
        """
        version: 1
        defaults: {min_samples: 16}
        valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
        baselines: {parent: {paired: true}}
        thresholds:
          - {id: slower, case: paired/*, metric: service_time.p50, pass: "<= +300 %", baseline: parent}
          - {id: more-allocation, case: paired/*, metric: allocation, pass: "<= +3 %", baseline: parent}
        """);
    project.commit("first");
  }

  @Test
  void findsAnAllocationThatTheAgentAddsAndContinuesWhereItWasInterrupted() throws IOException {
    assertThat(prove("--slowed", "0")).as(output.toString()).isZero();
    assertThat(output.toString()).contains("0 of 1 verdicts are done", "| nothing | 1 | 0 |");
    assertThat(folder.resolve(".perf/deployments")).isNotEmptyDirectory();
    Path first = verdicts().get(0);
    Object written = Files.getLastModifiedTime(first);

    assertThat(prove("--slowed", "1", "--only", "allocation")).as(output.toString()).isZero();

    assertThat(Files.getLastModifiedTime(first)).isEqualTo(written);
    assertThat(output.toString())
        .contains("1 of 5 verdicts are done")
        .contains("| allocation +10 % | paired/checkout | 1 | 1 |")
        .contains("| allocation +20 % | paired/checkout | 1 | 1 |");
    assertThat(verdicts()).hasSize(5);
  }

  private List<Path> verdicts() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(".perf/prove"))) {
      return files.filter(file -> file.endsWith(ProvedVerdict.NAME)).sorted().toList();
    }
  }

  private int prove(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of("--file", folder.resolve("perf.yml").toString(), "--verdicts", "1"));
    words.addAll(List.of(options));
    PrintWriter out = new PrintWriter(output, true);
    return Command.run(new ProveCommand(), out, out, words.toArray(String[]::new));
  }
}
