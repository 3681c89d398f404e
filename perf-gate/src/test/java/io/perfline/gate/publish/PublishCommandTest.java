package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishCommandTest {

  /** Nothing listens on port 1. A password must be a variable; PATH is always set. */
  private static final String NOBODY =
      """
      name: local
      influxdb:
        url: http://127.0.0.1:1
        database: perfline
        user: perf
        password: ${PATH}
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void anUnreachableInfluxDbGivesNoVerdictAndKeepsTheRun() throws IOException {
    Path run = folder.resolve("run");
    RunFile.write(run, run("r1", START, measured("http/record", times(1000))));
    String before = Files.readString(run.resolve("run.json"));

    assertThat(publish(run)).isEqualTo(3);

    assertThat(run.resolve("run.json")).hasContent(before);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains("http://127.0.0.1:1", "is it running?")
        .contains("Nothing is lost: the run stays in " + run)
        .contains("'perfline publish " + run + "' does this again")
        .doesNotContain(System.getenv("PATH"))
        .doesNotContain("\tat ");
  }

  private int publish(Path run) throws IOException {
    Path environment = Files.writeString(folder.resolve("environment.yml"), NOBODY);
    return Command.run(
        new PublishCommand(),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        run.toString(),
        "--environment",
        environment.toString());
  }
}
