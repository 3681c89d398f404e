package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.deploy.command.Command;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.Run;
import io.perfline.gate.run.RunFile;
import io.perfline.sims.merge.MergeCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Generators beside each other, each with a share of one load, against real peers. */
class ShardIT {

  private static final String HOME = "perf.home";
  private static final int WARM_UP_S = 1;
  private static final int DURATION_S = 5;
  private static final int RATE = 300;
  private static final int START_IN_S = 10;

  @TempDir Path home;
  private final String realHome = System.getProperty(HOME);

  @BeforeEach
  void workload() throws Exception {
    Files.createDirectories(home.resolve("gatling-sims/workloads"));
    Files.writeString(
        home.resolve("gatling-sims/workloads/kryonet.yml"),
        """
        version: 1
        driver: kryonet
        profiles:
          shared: {warm_up: %d s, duration: %d s}
        cases:
          steady:
            with: {connections: 3, rate: %d, in_flight: 10000, timeout: 60 s}
            targets: [direct]
            profiles: [shared]
        """
            .formatted(WARM_UP_S, DURATION_S, RATE));
    Files.createDirectories(home.resolve("deploy/environments"));
    Files.writeString(home.resolve("deploy/environments/local.yml"), "name: shards\n");
    System.setProperty(HOME, home.toString());
  }

  @AfterEach
  void realHome() {
    System.setProperty(HOME, realHome);
  }

  @Test
  void twoSharesMergedCountWhatOneGeneratorCounts() throws Exception {
    Path one = home.resolve("one");
    Path other = home.resolve("other");
    Path whole = home.resolve("whole");
    String start = Instant.now().plusSeconds(START_IN_S).toString();
    ExecutorService generators = Executors.newFixedThreadPool(3);
    try {
      List<Future<String>> ends =
          List.of(
              generators.submit(() -> run(one, "--shard", "1/2", "--start-at", start)),
              generators.submit(() -> run(other, "--shard", "2/2", "--start-at", start)),
              generators.submit(() -> run(whole)));
      for (Future<String> end : ends) {
        assertThat(end.get()).isEmpty();
      }
    } finally {
      generators.shutdownNow();
    }

    Path merged = home.resolve("merged");
    assertThat(perf("merge", other.toString(), one.toString(), "--out", merged.toString()))
        .isEmpty();

    assertThat(measured(one).requests()).isEqualTo(DURATION_S * RATE * 2 / 3);
    assertThat(counts(merged)).isEqualTo(counts(whole));
    assertThat(measured(merged).requests()).isEqualTo(DURATION_S * RATE);
    assertThat(measured(merged).generator().intended_rate_per_s()).isEqualTo(RATE);
    assertThat(measured(merged).parameters()).isEqualTo(measured(whole).parameters());
    assertThat(RunFile.read(one).shard().clock()).hasSize(2);
  }

  private String run(Path out, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("run", "kryonet", "--profile", "shared", "--out", out.toString()));
    arguments.addAll(List.of(more));
    return perf(arguments.toArray(String[]::new));
  }

  /** Runs a command; returns nothing when it went well, else all that it said. */
  private static String perf(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter text = new PrintWriter(said);
    int code = Command.run(new Top(), text, text, arguments);
    return code == 0 ? "" : code + ": " + said;
  }

  private static Case measured(Path folder) {
    Run run = RunFile.read(folder);
    assertThat(run.cases()).hasSize(1);
    return run.cases().get(0);
  }

  private static List<Object> counts(Path folder) {
    Case measured = measured(folder);
    return List.of(
        measured.requests(),
        measured.messages(),
        measured.bytes(),
        measured.errors(),
        measured.response_time().count());
  }

  @CommandLine.Command(
      name = "perf",
      subcommands = {RunCommand.class, MergeCommand.class})
  private static final class Top {}
}
