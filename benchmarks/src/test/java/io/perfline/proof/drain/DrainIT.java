package io.perfline.proof.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Drain;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.gate.GateCommand;
import io.perfline.sims.drain.DrainCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Runs {@code ./perfline drain} on the recorder and on a copy without a graceful shutdown. Uses
 * Kryonet, which accepts messages to the last moment; with HTTP Tomcat itself stops listening
 * first.
 */
class DrainIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final Path WAR = HOME.resolve("perf-app/target/recorder.war");

  @TempDir Path folder;

  @Test
  void failsOnlyWithoutTheDrain() throws IOException {
    Path thresholds = Files.writeString(folder.resolve("thresholds.yml"), THRESHOLDS);
    Path undrained = UndrainedWar.write(WAR, folder.resolve("undrained.war"));
    try (KafkaServer kafka = KafkaServer.start(HOME, folder.resolve("kafka"))) {
      Path environment =
          Files.writeString(
              folder.resolve("environment.yml"),
              "name: drain\nkafka:\n  bootstrap: %s\n".formatted(kafka.bootstrap()));

      Path drained = drain(WAR, environment, "drained");
      assertThat(of(drained).missing()).isZero();
      assertThat(of(drained).late()).isPositive();
      assertThat(gate(drained, thresholds)).isZero();

      Path cut = lossy(undrained, environment);
      assertThat(of(cut).missing()).as(of(cut).toString()).isPositive();
      assertThat(gate(cut, thresholds)).isEqualTo(1);
    }
  }

  /** On a busy machine a recorder without a graceful shutdown may lose nothing by chance. */
  private Path lossy(Path war, Path environment) {
    Path run = drain(war, environment, "undrained");
    for (int again = 1; of(run).missing() == 0 && again < 3; again++) {
      run = drain(war, environment, "undrained-" + again);
    }
    return run;
  }

  private Path drain(Path war, Path environment, String name) {
    Path out = folder.resolve(name);
    int code =
        new CommandLine(new DrainCommand())
            .execute(
                "drain/sigterm_kryonet",
                "--war",
                war.toString(),
                "--environment",
                environment.toString(),
                "--out",
                out.toString());
    assertThat(code).isZero();
    return out;
  }

  private static Drain of(Path run) {
    return RunFile.read(run).cases().get(0).drain();
  }

  private static int gate(Path run, Path thresholds) {
    return new CommandLine(new GateCommand())
        .execute(run.toString(), "--thresholds", thresholds.toString());
  }

  private static final String THRESHOLDS =
      """
      version: 1
      valid_run:
        deployed_commit: false # the tree may have changed since the WAR was built
      thresholds:
        - id: drain-lost
          case: drain/sigterm_kryonet
          metric: drain.lost
          pass: "<= 0 count"
          min_samples: 4
      """;
}
