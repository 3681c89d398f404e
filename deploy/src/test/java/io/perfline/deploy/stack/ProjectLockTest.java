package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.deploy.process.ServiceProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests two commands in one checkout, one of which is killed; both are real processes. */
@Timeout(120)
class ProjectLockTest {

  @TempDir Path home;
  private final StringWriter printed = new StringWriter();

  /** The other command: takes the lock, starts a service, and waits to be killed. */
  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    try (ProjectLock lock = ProjectLock.take(home, "perfline ci, run runs/other", out)) {
      ServiceProcess service =
          ServiceProcess.start("sleep 600; true", Map.of(), home, home.resolve("service.log"), 1);
      lock.ownStack();
      out.println(service.handle().pid());
      TimeUnit.MINUTES.sleep(10);
    }
  }

  private ProjectLock take() throws InterruptedException {
    return ProjectLock.take(home, "perfline run", new PrintWriter(printed, true));
  }

  private Process other() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ProjectLockTest.class.getName(),
            home.toString())
        .redirectErrorStream(true)
        .start();
  }

  @Test
  void refusesASecondCommandAndStopsTheServersOfAKilledOne() throws Exception {
    Process other = other();
    ProcessHandle service;
    try (BufferedReader lines = other.inputReader()) {
      service = ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();

      assertThatThrownBy(this::take)
          .isInstanceOfSatisfying(Fault.class, one -> assertThat(one.exitCode()).isEqualTo(3))
          .hasMessageContaining("perfline ci, run runs/other, process " + other.pid());
    }
    other.destroyForcibly().waitFor();
    assertThat(service.isAlive()).isTrue();

    take().close();

    service.onExit().get(30, TimeUnit.SECONDS);
    assertThat(printed.toString())
        .contains("ended what an interrupted command had left running: process ")
        .contains("stopping the servers that an interrupted command had left running");
    printed.getBuffer().setLength(0);
    take().close();
    assertThat(printed.toString()).isEmpty();
  }

  @Test
  void locksAProjectInAnotherFolderToo() throws Exception {
    Path project = Files.createDirectories(home.resolve("service"));
    PrintWriter out = new PrintWriter(printed, true);
    try (ProjectLock lock = ProjectLock.take(home, project, "perfline ci, run runs/one", out)) {
      assertThatThrownBy(this::take).hasMessageContaining("perfline ci, run runs/one");
      assertThatThrownBy(() -> ProjectLock.take(project, "perfline ci", out))
          .hasMessageContaining("perfline ci, run runs/one");
    }

    try (ProjectLock lock = ProjectLock.take(project, "perfline ci, run runs/two", out)) {
      assertThatThrownBy(() -> ProjectLock.take(home, project, "perfline ci", out))
          .hasMessageContaining("perfline ci, run runs/two");
      take().close();
    }
    ProjectLock.take(home, project, "perfline ci", out).close();
  }

  @Test
  void doesNotStopAnUnrelatedProcessWithAReusedId() throws Exception {
    Path processes = Files.createDirectories(home.resolve(".perf/processes"));
    long pid = ProcessHandle.current().pid();
    Files.writeString(processes.resolve("" + pid), pid + " 1");

    take().close();

    assertThat(processes).isEmptyDirectory();
    assertThat(printed.toString()).isEmpty();
  }

  @Test
  void forgetsAServiceThatStoppedNormally() throws Exception {
    ProjectLock lock = take();
    ServiceProcess service =
        ServiceProcess.start("sleep 600", Map.of(), home, home.resolve("service.log"), 1);
    assertThat(home.resolve(".perf/processes")).isNotEmptyDirectory();

    service.close();

    assertThat(home.resolve(".perf/processes")).isEmptyDirectory();
    assertThat(home.resolve(".perf/.gitignore")).hasContent("*");
    assertThatThrownBy(this::take).hasMessageContaining("perfline run, process");
    lock.close();
  }
}
