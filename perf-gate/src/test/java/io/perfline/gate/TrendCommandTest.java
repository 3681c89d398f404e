package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.sample.SampleRuns;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which history is analysed, and the messages if there is none. */
class TrendCommandTest {

  @TempDir Path folder;
  private final StringWriter output = new StringWriter();
  private CannedInfluxDb influxDb;

  @BeforeEach
  void anInfluxDb() throws IOException {
    influxDb = new CannedInfluxDb();
  }

  @AfterEach
  void stop() {
    influxDb.close();
  }

  @Test
  void analysesTheBranchAndEnvironmentOfTheRun() throws IOException {
    Path run = Files.createDirectories(folder.resolve("r1"));
    RunFile.write(run, onTopic(SampleRuns.run("r1", SampleRuns.START)));

    assertThat(trend(run.toString())).isEqualTo(3);
    assertThat(output.toString())
        .contains("no history of branch topic, environment local, profile nightly")
        .contains("perfline publish RUN writes it");
  }

  @Test
  void optionsOverrideTheRun() throws IOException {
    Path run = Files.createDirectories(folder.resolve("r1"));
    RunFile.write(run, onTopic(SampleRuns.run("r1", SampleRuns.START)));

    assertThat(trend(run.toString(), "--branch", "other", "--profile", "soak")).isEqualTo(3);
    assertThat(output.toString()).contains("branch other, environment local, profile soak");
  }

  @Test
  void analysesMainWithoutARun() throws IOException {
    assertThat(trend()).isEqualTo(3);
    assertThat(output.toString()).contains("branch main, environment local, profile commit");
  }

  @Test
  void explainsHowTheDatabaseIsCreated() throws IOException {
    influxDb.answersCases("{\"results\":[{\"error\":\"database not found: perfline\"}]}");

    assertThat(trend()).isEqualTo(3);
    assertThat(output.toString()).contains("the first perfline publish RUN makes it");
  }

  @Test
  void refusesContradictoryOptions() throws IOException {
    assertThat(trend("--days", "0")).isEqualTo(2);
    assertThat(trend("--metric", "thruput")).isEqualTo(2);
    assertThat(output.toString())
        .contains("--days must be 1 or more, not 0", "did you mean 'throughput'?");
  }

  private int trend(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("--thresholds", thresholds().toString()));
    all.addAll(List.of("--environment", influxDb.environment(folder).toString()));
    all.addAll(List.of(arguments));
    PrintWriter out = new PrintWriter(output, true);
    return Command.run(new TrendCommand(), out, out, all.toArray(String[]::new));
  }

  private Path thresholds() throws IOException {
    return Files.writeString(
        folder.resolve("thresholds.yml"),
        """
        version: 1
        thresholds:
          - { id: fast, case: http/record, metric: response_time.p95, pass: "<= 250 ms" }
        """);
  }

  private static Run onTopic(Run run) {
    return new Run(
        run.schema(),
        run.run(),
        run.build(),
        "topic",
        run.commit(),
        run.deployedCommit(),
        "nightly",
        run.environment(),
        run.started(),
        run.ended(),
        run.catalogue(),
        run.cases(),
        run.shard(),
        null);
  }
}
