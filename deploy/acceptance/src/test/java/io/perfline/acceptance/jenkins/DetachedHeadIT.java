package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.acceptance.Checkout;
import io.perfline.cli.Main;
import io.perfline.core.command.Command;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.server.InfluxDbServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests work trees with a detached head, as Jenkins' git plugin leaves them, with a real InfluxDB.
 */
class DetachedHeadIT {

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 50}
      baselines: {main: {branch: main}}
      thresholds:
        - id: slower
          case: kafka/batch_size/256
          metric: throughput
          pass: ">= -20 %"
          baseline: main
      """;

  /** Number of earlier runs that a comparison needs. */
  private static final int ENOUGH = 8;

  @TempDir private Path folder;
  private String home;
  private Path work;
  private GitRepository upstream;
  private GitRepository clone;

  @BeforeEach
  void aRepositoryAndAnEmptyWorkspace() throws Exception {
    String remote = GitRepository.bare(folder.resolve("repository.git"));
    upstream = GitRepository.of(Files.createDirectory(folder.resolve("upstream")), remote);
    work = Files.createDirectory(folder.resolve("workspace"));
    clone = GitRepository.of(work, remote);
    Files.writeString(work.resolve("thresholds.yml"), THRESHOLDS);
    home = System.setProperty("perf.home", work.toString());
  }

  @AfterEach
  void anotherHome() {
    System.setProperty("perf.home", home == null ? Checkout.home().toString() : home);
  }

  @Test
  void aDetachedHeadIsComparedWithTheRunsOfItsBranch() throws Exception {
    try (InfluxDbServer server =
        InfluxDbServer.start(Checkout.home(), folder.resolve("influxdb"))) {
      writeEnvironment(server.environment("perfline"));
      Instant first = Instant.now().minus(Duration.ofHours(24));
      for (int number = 0; number < ENOUGH; number++) {
        judge("run" + number, checkedOut("main"), first.plus(Duration.ofHours(number)));
      }
      judge("other", checkedOut("topic"), first.plus(Duration.ofHours(ENOUGH)));

      // The Jenkinsfile sets the branch too.
      upstream.push("One more");
      clone.checkOutDetached("main");
      BuildInfo named = BuildInfo.of(work, Map.of("GIT_BRANCH", "origin/main"));
      String output = judge("last", named, first.plus(Duration.ofHours(ENOUGH + 1)));

      assertThat(named.branch()).isEqualTo("main");
      JsonNode verdict = JsonMapper.builder().build().readTree(verdict("last"));
      assertThat(verdict.path("outcome").asText()).as(output).isEqualTo("PASS");
      assertThat(verdict.path("lines").path(0).path("samples").asInt()).isEqualTo(ENOUGH);
    }
  }

  /**
   * Commits to a branch and returns its identification by git, without variables of a CI server.
   */
  private BuildInfo checkedOut(String branch) throws Exception {
    upstream.push("A commit", branch);
    clone.checkOutDetached(branch);
    BuildInfo buildInfo = BuildInfo.of(work, Map.of());
    assertThat(buildInfo.branch()).isEqualTo(branch);
    return buildInfo;
  }

  /** Publishes, judges and publishes a measured run, like a build. */
  private String judge(String id, BuildInfo build, Instant start) throws Exception {
    Path run = Files.createDirectories(work.resolve("runs").resolve(id));
    RunFile.write(run, SmallProject.run(id, build.branch(), build.commit(), start));
    return perf("publish", run) + perf("gate", run) + perf("publish", run);
  }

  private String perf(String command, Path run) {
    StringWriter output = new StringWriter();
    PrintWriter out = new PrintWriter(output, true);
    int code =
        Command.run(
            Main.command().setOut(out).setErr(out),
            command,
            run.toString(),
            "--environment",
            work.resolve("environment.yml").toString());
    assertThat(code).as("perfline " + command + " " + run + ": " + output).isZero();
    return output.toString();
  }

  private java.io.File verdict(String id) {
    return work.resolve("runs").resolve(id).resolve("verdict.json").toFile();
  }

  private void writeEnvironment(InfluxDb influxdb) throws Exception {
    Files.writeString(
        work.resolve("environment.yml"),
        """
        name: local
        influxdb:
          url: %s
          database: %s
          user: %s
          password: ${PERF_INFLUXDB_PASSWORD}
        """
            .formatted(influxdb.url(), influxdb.database(), influxdb.user()));
    Path variables = work.resolve(".perf/stack/stack.env");
    Files.createDirectories(variables.getParent());
    Files.writeString(variables, "PERF_INFLUXDB_PASSWORD=" + influxdb.password() + "\n");
  }
}
