package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Variables;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.sample.TestMain;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.server.ServerArtifacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./perfline stack} as processes, in a home separate from the checkout's own stack. */
class StackIT {

  private static final Path CHECKOUT = Path.of(System.getProperty("perf.home"));

  /** Exit code and output of a command, including errors. */
  private record Outcome(int code, List<String> lines) {

    String line(String start) {
      return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElse("");
    }
  }

  @TempDir Path home;

  @BeforeEach
  void linkTheParts() throws IOException {
    Files.createSymbolicLink(home.resolve("deploy"), CHECKOUT.resolve("deploy"));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    stack("down");
    assertThat(processes()).isEmpty();
  }

  @Test
  void theStackIsStartedRepairedAndStopped() throws Exception {
    assertThat(stack("status").code()).isEqualTo(3);

    Outcome up = stack(Map.of("GRAFANA_HOME", grafana().toString()), "up");
    assertThat(up.code()).as("%s", up.lines()).isZero();
    grafanaHasReadOnlyAccess(up);
    for (String part : LocalStack.FIRST) {
      assertThat(up.line(part)).contains("127.0.0.1:", "pid ", "started, answers after ");
    }
    assertThat(stack("status").code()).isZero();
    Map<String, String> variables = Variables.of(home, Map.of());
    Environment local =
        Environment.load(CHECKOUT.resolve("deploy/environments/local.yml"), variables);
    assertThat(
            new HttpProbe(local.influxdb().url(), "perf", local.influxdb().password())
                .query("CREATE DATABASE kept")
                .status())
        .isEqualTo(200);
    ownerOnly(Variables.ofStack(home));
    ownerOnly(home.resolve(".perf/stack"));

    RunningProcess kafka = StackDirectory.of(home).process("kafka").orElseThrow();
    kafka.kill();
    Outcome died = stack("status");
    assertThat(died.code()).isEqualTo(3);
    assertThat(died.line("kafka")).contains("ended; its log is ", "kafka/logs/out.log");

    // The verdict doesn't need the dashboards.
    StackDirectory.of(home).process("grafana").orElseThrow().kill();

    // Starts two at once: the second waits and finds everything running.
    Process other = start("up");
    Outcome repaired = stack("up");
    assertThat(repaired.code()).as("%s", repaired.lines()).isZero();
    Outcome second = outcome(other);
    assertThat(List.of(repaired.line("kafka"), second.line("kafka")))
        .anySatisfy(line -> assertThat(line).contains("had ended: restarted"))
        .anySatisfy(line -> assertThat(line).contains("was up"));
    assertThat(repaired.line("cassandra")).contains("was up");
    assertThat(repaired.line("grafana")).contains("not started: none found", "GRAFANA_HOME");
    assertThat(stack("status").code()).isZero();
    assertThat(Variables.of(home, Map.of())).isEqualTo(variables);

    Outcome otherPort = stack(Map.of("PERF_KAFKA_PORT", "9092"), "up");
    assertThat(otherPort.code()).isEqualTo(2);
    assertThat(otherPort.line("perfline stack up: PERF_KAFKA_PORT is 9092")).isNotEmpty();

    List<RunningProcess> living = processes();
    assertThat(living).hasSize(LocalStack.FIRST.size());
    Outcome down = stack("down");
    assertThat(down.code()).isZero();
    assertThat(living).noneMatch(RunningProcess::isAlive);
    assertThat(Variables.ofStack(home)).doesNotExist();
    assertThat(StackDirectory.of(home).of("kafka").resolve("data")).doesNotExist();
    assertThat(StackDirectory.of(home).of("cassandra").resolve("data")).doesNotExist();
    assertThat(StackDirectory.of(home).of("tomcat").resolve("logs/out.log")).isNotEmptyFile();
    assertThat(StackDirectory.of(home).of("influxdb").resolve("data/meta/meta.db")).exists();
    assertThat(stack("down").lines()).containsExactly("nothing is up");
  }

  @Test
  void anInterruptedStartLeavesNothingRunning() throws Exception {
    Process up = start("up");
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = up.inputReader()) {
      // InfluxDB is ready long before Cassandra.
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
        if (line.startsWith("influxdb")) {
          assertThat(processes()).isNotEmpty();
          // Not Process.destroy(), which would close its output.
          up.toHandle().destroy();
        }
      }
    }

    assertThat(up.waitFor()).isEqualTo(143);
    assertThat(lines).anyMatch(line -> line.startsWith("ending what was started: "));
    assertThat(processes()).isEmpty();
    assertThat(Variables.ofStack(home)).doesNotExist();
  }

  /** Creates a fake Grafana, whose program answers and records how it was started. */
  private Path grafana() throws IOException {
    Path program = Files.createDirectories(home.resolve("grafana home/bin")).resolve("grafana");
    Files.writeString(
        program,
        """
        #!/bin/sh
        echo "$@" > '%1$s/arguments'
        env > '%1$s/environment'
        exec '%2$s' -cp '%3$s' %4$s "$3"
        """
            .formatted(
                home,
                ServerArtifacts.java(),
                CHECKOUT.resolve("deploy/target/test-classes"),
                FakeGrafana.class.getName()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program.getParent().getParent();
  }

  private void grafanaHasReadOnlyAccess(Outcome up) throws Exception {
    assertThat(up.line("grafana")).contains("started, answers after");
    assertThat(home.resolve("arguments")).content().startsWith("server --homepath=");
    Map<String, String> variables =
        Files.readAllLines(home.resolve("environment")).stream()
            .filter(line -> line.startsWith("PERF_") || line.startsWith("GF_"))
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    assertThat(variables.get("PERF_DASHBOARDS")).isEqualTo(home + "/dashboards/definitions");
    URI influxdb = URI.create(variables.get("PERF_INFLUXDB_URL"));
    String user = variables.get("PERF_INFLUXDB_USER");
    String password = variables.get("PERF_INFLUXDB_PASSWORD");
    assertThat(new HttpProbe(influxdb, user, password).query("SHOW DATABASES").body())
        .contains("perfline");
    assertThat(new HttpProbe(influxdb, user, password).query("DROP DATABASE perfline").status())
        .isEqualTo(403);
    StackVariables stack = StackVariables.read(home);
    HttpProbe administrator =
        new HttpProbe(
            influxdb, stack.get("PERF_INFLUXDB_USER"), stack.get("PERF_INFLUXDB_PASSWORD"));
    assertThat(administrator.query("SHOW RETENTION POLICIES ON perfline").body())
        .contains("\"2016h0m0s\"");
  }

  private List<RunningProcess> processes() {
    StackDirectory stack = StackDirectory.of(home);
    return stack.parts().stream().map(stack::process).flatMap(Optional::stream).toList();
  }

  private static void ownerOnly(Path path) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .endsWith("------");
  }

  private Outcome stack(String... args) throws Exception {
    return outcome(start(args));
  }

  private Outcome stack(Map<String, String> variables, String... args) throws Exception {
    return outcome(start(variables, args));
  }

  private Process start(String... args) throws IOException {
    return start(Map.of(), args);
  }

  private Process start(Map<String, String> variables, String... args) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    ServerArtifacts.java(),
                    "-XX:TieredStopAtLevel=1",
                    "-Dperf.server-options=" + System.getProperty("perf.server-options"),
                    "-Dperf.home=" + home,
                    "-cp",
                    System.getProperty("java.class.path"),
                    TestMain.class.getName(),
                    StackCommand.class.getName(),
                    "stack"),
                Stream.of(args))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.matches("PERF_.*|GRAFANA_HOME|JDK_JAVA_OPTIONS"));
    builder.environment().putAll(variables);
    return builder.start();
  }

  private static Outcome outcome(Process process) throws Exception {
    try (BufferedReader reader = process.inputReader()) {
      List<String> lines = reader.lines().toList();
      return new Outcome(process.waitFor(), lines);
    }
  }
}
