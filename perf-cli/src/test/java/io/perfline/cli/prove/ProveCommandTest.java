package io.perfline.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProveCommandTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "--verdicts 0, --verdicts must be 1 or more",
    "--slowed -1, --slowed 0 or more",
    "--change 0, --change must be a share of 1 to 900 percent",
    "--only memory, '--only must be one of cpu, waiting, allocation, tail, one-in-fifty'",
    "--method org.example.Shop, --method must name a method that each request calls once"
  })
  void refusesWrongOptions(String options, String reason) throws Exception {
    project("baselines: {parent: {paired: true}}", "baseline: parent", "+5 %");

    assertThat(run(options.split(" ", -1))).isEqualTo(2);

    assertThat(err.toString()).contains(reason);
    assertThat(folder.resolve(".perf/prove")).doesNotExist();
  }

  @Test
  void refusesLimitsThatCompareNothing() throws Exception {
    project("", "min_samples: 1", "10 ms");

    assertThat(run()).isEqualTo(2);

    assertThat(err.toString()).contains("no threshold compares");
  }

  private void project(String baselines, String more, String limit) throws Exception {
    Files.writeString(
        folder.resolve("perf.yml"),
        """
        version: 1
        service: {command: 'exec shop ${PORT}'}
        load: {orders: {connections: 1, requests: [{get: /orders}]}}
        """);
    Files.writeString(
        folder.resolve("thresholds.yml"),
        """
        version: 1
        %s
        thresholds: [{id: slower, case: "%s", metric: service_time.p50, pass: "<= %s", %s}]
        """
            .formatted(baselines, baselines.isEmpty() ? "orders" : "paired/*", limit, more));
  }

  private int run(String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "--file";
    all[1] = folder.resolve("perf.yml").toString();
    System.arraycopy(options, 0, all, 2, options.length);
    return Command.run(
        new ProveCommand(), new PrintWriter(out, true), new PrintWriter(err, true), all);
  }
}
