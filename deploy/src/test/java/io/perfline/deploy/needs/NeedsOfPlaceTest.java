package io.perfline.deploy.needs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.needs.Need;
import io.perfline.deploy.stack.ProjectLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the life of needs, which are shell commands here, also if their command is killed. */
@Timeout(120)
class NeedsOfPlaceTest {

  /** A server that is ready as soon as its file exists. */
  private static final String SERVER =
      "command: 'echo up $PORT $SIDE >> log; touch ${db.dir}/up; exec sleep 600'\n"
          + "    ready: {command: 'test -f ${db.dir}/up', within: 20 s}\n";

  @TempDir Path home;

  /** The other command: takes the lock, starts its needs, and waits to be killed. */
  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try (ProjectLock lock = ProjectLock.take(home, "perfline ci", out);
        NeedsOfPlace place = new NeedsOfPlace(home, 1, home)) {
      place.start(ProjectFile.read(home.resolve("perf.yml")).service().needs(), "candidate", home);
      out.println(place.processes().get("db").pid());
      TimeUnit.MINUTES.sleep(10);
    }
  }

  private Map<String, Need> needs(String db) throws IOException {
    Path file =
        Files.writeString(
            home.resolve("perf.yml"),
            """
            version: 1
            needs:
              db:
                %s
            service: {command: 'run ${PORT}'}
            load: {all: {connections: 1, requests: [{get: /}]}}
            """
                .formatted(db));
    Project project = ProjectFile.read(file);
    return project.service().needs();
  }

  private NeedsOfPlace place(int number) {
    return new NeedsOfPlace(home, number, home.resolve("logs"));
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(home.resolve("log"));
  }

  @Test
  void runsTheCommandsOfANeedInOrderAndLeavesNothing() throws Exception {
    Map<String, Need> needs =
        needs(
            SERVER
                + "    setup: 'echo setup ${SIDE} >> log'\n"
                + "    seed: 'echo seed ${db.port} >> log'\n"
                + "    reset: 'echo reset >> log'\n"
                + "    teardown: 'echo teardown ${SIDE} >> log'\n");
    String port;
    ProcessHandle process;
    try (NeedsOfPlace place = place(1)) {
      port = place.start(needs, "candidate", home).values().get("db.port");
      process = place.processes().get("db");
      assertThat(process.isAlive()).isTrue();
      assertThat(place.ended()).isEmpty();
      place.seed();
      place.seed(); // nothing, because it has been filled
      place.reset();
      place.start(needs, "baseline", home);
      place.seed();
    }

    assertThat(log())
        .containsExactly(
            "setup candidate",
            "up %s candidate".formatted(port),
            "seed " + port,
            "reset",
            "teardown candidate",
            "setup baseline",
            "up %s baseline".formatted(port),
            "seed " + port,
            "teardown baseline");
    assertThat(process.isAlive()).isFalse();
    assertThat(home.resolve(".perf/needs/1")).doesNotExist();
    assertThat(home.resolve(".perf/needs/teardown")).isEmptyDirectory();
    assertThat(home.resolve("logs/need-db-candidate.log")).exists();
  }

  @Test
  void preparesOnceAndCopiesForEachStart() throws Exception {
    Files.writeString(home.resolve("seed.sql"), "one");
    String prepared =
        SERVER
            + "    prepare: 'echo prepare >> log; cp seed.sql ${db.dir}/data; chmod 700 ${db.dir}'\n";
    try (NeedsOfPlace one = place(1);
        NeedsOfPlace other = place(2)) {
      one.start(needs(prepared), "candidate", home);
      other.start(needs(prepared), "baseline", home);
      Files.writeString(home.resolve(".perf/needs/1/db/data"), "changed");
      one.start(needs(prepared), "baseline", home);

      assertThat(home.resolve(".perf/needs/1/db/data")).hasContent("one");
      assertThat(Files.getPosixFilePermissions(home.resolve(".perf/needs/1/db"))).hasSize(3);
      assertThat(log().stream().filter("prepare"::equals)).hasSize(1);

      Files.writeString(home.resolve("seed.sql"), "two");
      one.start(needs(prepared), "candidate", home);
      assertThat(home.resolve(".perf/needs/1/db/data")).hasContent("two");
      assertThat(log().stream().filter("prepare"::equals)).hasSize(2);
    }
  }

  @Test
  void namesTheNeedThatDoesNotStartWithItsExitCodeAndItsLog() throws Exception {
    try (NeedsOfPlace place = place(1)) {
      Map<String, Need> broken = needs("command: 'echo no space left on device; exit 28'");
      assertThatThrownBy(() -> place.start(broken, "baseline", home))
          .isInstanceOf(NeedFailure.class)
          .hasMessageContaining("the need 'db' of the baseline ended before it was ready")
          .hasMessageContaining("exit code 28")
          .hasMessageContaining("no space left on device");

      Map<String, Need> detached = needs("command: 'true'");
      assertThatThrownBy(() -> place.start(detached, "candidate", home))
          .hasMessageContaining("its command must run in the foreground");

      Map<String, Need> silent = needs("command: sleep 60\n    ready: {tcp: true, within: 1 s}");
      assertThatThrownBy(() -> place.start(silent, "candidate", home))
          .hasMessageContaining("was not ready at 127.0.0.1:")
          .hasMessageContaining("its port accepts no connection");

      Map<String, Need> unset = needs(SERVER + "    setup: 'echo no such role; exit 2'");
      assertThatThrownBy(() -> place.start(unset, "candidate", home))
          .hasMessageContaining("'setup' of the need 'db' of the candidate failed with exit code 2")
          .hasMessageContaining("no such role");
    }
    assertThat(home.resolve(".perf/needs/1")).doesNotExist();
  }

  @Test
  void noticesANeedThatEnds() throws Exception {
    try (NeedsOfPlace place = place(1)) {
      place.start(needs(SERVER), "candidate", home);
      assertThat(place.processes().get("db").destroyForcibly()).isTrue();

      for (int i = 0; i < 500 && place.ended().isEmpty(); i++) {
        Thread.sleep(20); // until this JVM has noticed the end
      }
      assertThat(place.ended().orElseThrow().getKey()).isEqualTo("db");
      assertThat(place.ended().orElseThrow().getValue()).startsWith("exit code 137; its log");
    }
  }

  /** The next command ends the processes of a killed one, undoes its set-up, deletes its data. */
  @Test
  void aKilledCommandLeavesNothingAfterTheNextOne() throws Exception {
    needs(SERVER + "    setup: 'touch base_${SIDE}'\n    teardown: 'rm base_${SIDE}'\n");
    Process killed =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                NeedsOfPlaceTest.class.getName(),
                home.toString())
            .redirectErrorStream(true)
            .start();
    ProcessHandle server;
    try (BufferedReader lines = killed.inputReader()) {
      server = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
    }
    killed.destroyForcibly().waitFor();
    assertThat(server.isAlive()).isTrue();
    assertThat(home.resolve("base_candidate")).exists();
    assertThat(home.resolve(".perf/needs/1/db/up")).exists();

    StringWriter printed = new StringWriter();
    ProjectLock.take(home, "perfline run", new PrintWriter(printed, true)).close();

    server.onExit().get(30, TimeUnit.SECONDS);
    assertThat(home.resolve("base_candidate")).doesNotExist();
    assertThat(home.resolve(".perf/needs")).doesNotExist();
    assertThat(printed.toString())
        .contains("ended what an interrupted command had left running: process ")
        .contains("undoing what an interrupted command had set up: rm base_candidate");
  }

  /** Otherwise a teardown of nothing, such as dropdb, would fail in place of the first fault. */
  @Test
  void undoesNothingIfNothingWasSetUp() throws Exception {
    NeedsOfPlace place = place(1);
    Map<String, Need> needs =
        needs(
            SERVER
                + "    prepare: 'exit 3'\n"
                + "    setup: 'echo setup >> log'\n"
                + "    teardown: 'echo teardown >> log'\n");

    assertThatThrownBy(() -> place.start(needs, "candidate", home))
        .isInstanceOf(NeedFailure.class)
        .hasMessageContaining("prepare");
    place.close();

    assertThat(home.resolve("log")).doesNotExist();
    assertThat(home.resolve(".perf/needs/1")).doesNotExist();
  }

  @Test
  void usesAPlaceInARunningServer() throws Exception {
    try (NeedsOfPlace place = place(2)) {
      Map<String, Need> shared =
          needs(
              "at: 127.0.0.1:5432\n    ready: {command: 'test -f base_${SIDE}'}\n"
                  + "    prepare: 'echo prepare >> log'\n    setup: 'touch base_${SIDE}'\n"
                  + "    teardown: 'rm base_${SIDE}'\n");
      Map<String, String> values = place.start(shared, "baseline", home).values();
      place.start(shared, "baseline", home);

      assertThat(values).containsEntry("db.port", "5432").containsEntry("db.host", "127.0.0.1");
      assertThat(place.processes()).isEmpty();
      assertThat(place.unmetered()).contains("the need 'db' runs elsewhere");
      assertThat(log()).containsExactly("prepare");
      assertThat(home.resolve("base_baseline")).exists();
    }
    assertThat(home.resolve("base_baseline")).doesNotExist();
  }
}
