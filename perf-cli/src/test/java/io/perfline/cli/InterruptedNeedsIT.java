package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.cli.pipeline.CiCommand;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Command;
import io.perfline.deploy.process.RunningProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that nothing is left of the servers of both builds when the command is interrupted. */
@Timeout(300)
class InterruptedNeedsIT {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  /** The second server is a shell with a child process. */
  private static final String PROJECT =
      """
      version: 1
      name: shop
      needs:
        db:
          prepare: sh perf/postgres.sh init '${db.dir}'
          command: exec sh perf/postgres.sh run '${db.dir}' ${db.port}
          setup: echo ${SIDE} >> '%1$s/set-up.txt'
          teardown: echo ${SIDE} >> '%1$s/torn-down.txt'
        other:
          command: |
            touch ${other.dir}/up
            sleep 600
            echo over
          ready: {command: 'test -e ${other.dir}/up'}
      service:
        build: echo ${db.port} > built.txt && sh build.sh
        artifact: built.txt
        command: PORT=${PORT} exec '%2$s' -Xmx128m -cp "$CLASSES" %3$s
        variables:
          CLASSES: '%4$s'
          SHOP_DB: 'jdbc:postgresql://127.0.0.1:${db.port}/shop?user=shop'
        ready: {get: /health, within: 60 s}
      load: {orders: {connections: 1, requests: [{get: /orders}]}}
      profiles: {commit: {warm_up: 1 s, duration: 60 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: slower, case: paired/*, metric: service_time.p50, pass: "<= +100 %", baseline: previous}
      """;

  @TempDir private Path folder;

  /** The command that is interrupted. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    Path folder = Path.of(args[0]);
    System.exit(
        Command.run(
            new CiCommand(folder, Stages::printingTo, Clock.systemUTC()),
            out,
            out,
            "--file",
            folder.resolve("perf.yml").toString(),
            "--run-id",
            "ended",
            "--only",
            "paired/orders"));
  }

  private void makeProject(String build) throws IOException, InterruptedException {
    assumeTrue(
        Files.isDirectory(Path.of("/usr/lib/postgresql")),
        "there is no PostgreSQL: apt-get install postgresql");
    // The user postgres, who runs the database if this test runs as root, enters the folder.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    OwnProject project = new OwnProject(folder);
    Files.createDirectories(folder.resolve("perf"));
    Files.createDirectories(folder.resolve("db/migration"));
    Files.copy(
        Path.of("../examples/database/perf/postgres.sh"), folder.resolve("perf/postgres.sh"));
    project.write(
        "perf.yml",
        PROJECT.formatted(
            folder, JAVA, StoreService.class.getName(), System.getProperty("java.class.path")));
    project.write("thresholds.yml", THRESHOLDS);
    project.write(".gitignore", ".perf\nruns\nbuilt.txt\nset-up.txt\ntorn-down.txt\n*.log\n");
    project.write("build.sh", build);
    project.write("db/migration/V1.sql", "create table orders (id int)");
    project.write("query.sql", "select count(*) from orders");
    project.write("times.txt", "1");
    project.write("delay.txt", "0");
    project.commit("first");
    project.write("delay.txt", "1");
    project.commit("second");
  }

  /**
   * A terminal sends the signal of Ctrl-C to all processes of the command, a CI server that of an
   * aborted build to the command alone.
   */
  @ParameterizedTest
  @CsvSource({
    "INT, true, true, runs/ended/service-baseline.log",
    "TERM, false, true, set-up.txt",
    "INT, true, sleep 600, built.txt",
    "TERM, false, sleep 600, built.txt",
  })
  void noServerAndNoFolderAreLeft(String signal, boolean toAll, String build, Path when)
      throws Exception {
    makeProject(build);
    Path log = folder.resolve("ended.log");
    // A shell in the background ignores Ctrl-C, and programs inherit that.
    Process command =
        new ProcessBuilder(
                "setsid",
                "env",
                "--default-signal=INT,TERM",
                JAVA,
                "-cp",
                System.getProperty("java.class.path"),
                InterruptedNeedsIT.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      interrupt(command, signal, toAll, when, log);
    } finally {
      command.descendants().forEach(ProcessHandle::destroyForcibly);
      command.destroyForcibly();
    }
  }

  private void interrupt(Process command, String signal, boolean toAll, Path when, Path log)
      throws Exception {
    while (command.isAlive()
        && (!Files.exists(folder.resolve(when)) || command.descendants().findAny().isEmpty())) {
      Thread.sleep(20);
    }
    List<ProcessHandle> servers = command.descendants().toList();
    assertThat(servers).as(Files.readString(log)).isNotEmpty();

    String receiver = (toAll ? "-" : "") + command.pid();
    assertThat(new ProcessBuilder("kill", "-" + signal, "--", receiver).start().waitFor()).isZero();

    assertThat(command.waitFor(60, TimeUnit.SECONDS)).as(Files.readString(log)).isTrue();
    assertThat(command.exitValue()).as(Files.readString(log)).isNotZero();
    assertThat(servers).as(Files.readString(log)).noneMatch(RunningProcess::isAlive);
    for (String place : List.of("1", "2", "3")) {
      assertThat(folder.resolve(".perf/needs").resolve(place)).doesNotExist();
    }
    assertThat(Files.readAllLines(folder.resolve("torn-down.txt")))
        .as(Files.readString(log))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(folder.resolve("set-up.txt")));
  }
}
