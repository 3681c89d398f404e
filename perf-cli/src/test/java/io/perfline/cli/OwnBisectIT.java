package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.bisect.BisectCommand;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Command;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches for a slow commit in a history with one that doesn't build. */
class OwnBisectIT {

  private static final String PROJECT =
      """
      version: 1
      name: orders
      service:
        build: test -f delay.txt
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp '%s' %s
        ready: {get: /health, within: 60 s}
      load:
        checkout:
          rate: 50/s
          requests: [{get: /orders}]
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 8 s, at_most: 16 s}}
      """;

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeHistory() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    project.write("perf.yml", PROJECT.formatted(java, classes, SampleService.class.getName()));
    project.write("thresholds.yml", OwnServiceIT.THRESHOLDS);
    change("Begin", "3");
    project.write("README.md", "What it is.");
    project.commit("Say what it is");
    Files.delete(folder.resolve("delay.txt"));
    project.commit("Break the build");
    change("Wait for the stock", "60");
    project.write("README.md", "What it is, and why.");
    project.commit("Say why");
    change("Wait a little less", "59");
  }

  private void change(String message, String delay) throws IOException, InterruptedException {
    project.write("delay.txt", delay);
    project.commit(message);
  }

  @Test
  void namesTheSlowCommit() {
    StringWriter output = new StringWriter();
    assertThat(bisect(output, "--no-why")).as(output.toString()).isEqualTo(3);

    assertThat(output.toString())
        .contains("one of 2 commits made it slower")
        .containsPattern("service_time.p50 of paired/checkout \\+\\d+.* \\[.*\\]")
        .contains("cannot be built and run")
        .contains("Break the build")
        .contains("Wait for the stock")
        .contains("it runs the same as")
        .contains("2 commits were measured");
    assertThat(folder.resolve(".perf/bisect.json")).doesNotExist();
  }

  @Test
  void refusesAnUnknownLoad() {
    StringWriter output = new StringWriter();
    assertThat(bisect(output, "--case", "paired/basket")).isEqualTo(2);
    assertThat(output.toString()).contains("paired/basket");
    assertThat(folder.resolve(".perf/baselines")).doesNotExist();
  }

  private int bisect(StringWriter output, String... options) {
    PrintWriter out = new PrintWriter(output, true);
    List<String> words = new ArrayList<>(List.of("HEAD~5", "HEAD"));
    words.addAll(List.of("--file", folder.resolve("perf.yml").toString()));
    words.addAll(List.of(options));
    BisectCommand command = new BisectCommand(folder, Stages::printingTo);
    return Command.run(command, out, out, words.toArray(String[]::new));
  }
}
