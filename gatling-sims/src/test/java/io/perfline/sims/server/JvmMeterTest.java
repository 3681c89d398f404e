package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class JvmMeterTest {

  private static final int MIB = 1024 * 1024;
  private static final long WORK_MILLIS = 200;

  /**
   * A server that allocates as many MiB as each line requests and then answers; "thread" lets a
   * short-lived thread use CPU, "keep" retains that many MiB.
   */
  static final class Allocating {

    private static final List<byte[]> KEPT = new ArrayList<>();
    private static volatile byte[] latest;

    private Allocating() {}

    /** Uses {@link #WORK_MILLIS} of CPU time. */
    private static void shortLived() {
      ThreadMXBean clock = ManagementFactory.getThreadMXBean();
      Thread worker =
          new Thread(
              () -> {
                while (clock.getCurrentThreadCpuTime() < WORK_MILLIS * 1_000_000) {
                  latest = new byte[1];
                }
              });
      worker.start();
      try {
        worker.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    public static void main(String[] arguments) throws IOException {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("keep ")) {
          KEPT.add(new byte[Integer.parseInt(line.substring(5)) * MIB]);
        } else if (line.equals("thread")) {
          shortLived();
        } else {
          for (int i = 0; i < Integer.parseInt(line); i++) {
            latest = new byte[MIB];
          }
        }
        System.out.println(latest == null ? 0 : latest.length);
      }
    }
  }

  /** A command may start a database next to the JVM. */
  @Test
  void theWholeProcessIncludesOtherProcessesOfItsCommand() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    Process command =
        new ProcessBuilder(
                "sh",
                "-c",
                "sh -c 'while :; do :; done' & exec '%s' -cp '%s' '%s'"
                    .formatted(
                        java, System.getProperty("java.class.path"), Allocating.class.getName()))
            .start();
    List<ProcessHandle> all = List.of();
    try (BufferedReader answers = command.inputReader()) {
      assertThat(answers.readLine()).isEqualTo("ready");
      all = command.descendants().toList();
      try (CostMeter meter = JvmMeter.of(command.pid(), command.toHandle())) {
        double before = meter.read().cpuTotalUs();
        double used = 0;
        for (int i = 0; i < 500 && used < 20_000; i++) {
          Thread.sleep(10);
          used = meter.read().cpuTotalUs() - before;
        }

        assertThat(used).isGreaterThanOrEqualTo(20_000);
        assertThat(meter.source()).endsWith("; cpu_total includes sh");
      }
    } finally {
      all.forEach(ProcessHandle::destroyForcibly);
      command.destroyForcibly();
    }
  }

  @Test
  void theWholeProcessIncludesThreadsThatEndedBetweenTwoReadings() throws IOException {
    Process server = start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        Writer orders = new OutputStreamWriter(server.getOutputStream(), StandardCharsets.UTF_8);
        CostMeter meter = JvmMeter.of(awaited(server, answers))) {
      CostReading before = meter.read();
      orders.write("thread\n");
      orders.flush();
      answers.readLine();
      CostReading used = meter.read().since(before);

      assertThat(used.cpuTotalUs()).isGreaterThan(WORK_MILLIS * 1000.0);
      assertThat(used.cpuUs()).isLessThan(WORK_MILLIS * 1000.0);
    } finally {
      server.destroy();
    }
  }

  @Test
  void theWholeProcessExcludesTheJitCompiler() throws IOException {
    long pid = ProcessHandle.current().pid();
    CompilerThreads compiler = new CompilerThreads(pid);
    double before = compiler.microseconds();
    try (CostMeter meter = JvmMeter.of(pid)) {
      assertThat(before).isPositive();
      assertThat(meter.read().cpuTotalUs())
          .isPositive()
          .isLessThan(ProcessTreeCpu.microseconds(pid) - before + 1);
    }
    assertThat(compiler.microseconds()).isGreaterThanOrEqualTo(before);
    assertThat(new CompilerThreads(Integer.MAX_VALUE).microseconds()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseG1GC",
        "-XX:+UseSerialGC",
        "-XX:+UseParallelGC -XX:+DisableExplicitGC",
        "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent"
      })
  void theLiveSetExcludesGarbage(String options) throws IOException {
    Process server = start(options.split(" ", -1));
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        Writer orders = new OutputStreamWriter(server.getOutputStream(), StandardCharsets.UTF_8);
        CostMeter meter = JvmMeter.of(awaited(server, answers))) {
      MemoryMeter memory = meter.memory().orElseThrow();
      memory.liveSet();
      long before = memory.liveSet();
      orders.write("keep 10\n30\n");
      orders.flush();
      answers.readLine();
      answers.readLine();

      long retained = 11L * MIB; // G1 allocates whole regions for each large array
      assertThat(memory.liveSet() - before).isBetween(retained - MIB / 2, retained + 3 * MIB);
      assertThat(memory.heapPeak()).isGreaterThan(11L * MIB);
      assertThat(memory.peak()).isGreaterThan(11L * MIB);
    } finally {
      server.destroy();
    }
  }

  @Test
  void aServerThatHasEndedCannotCollectItsGarbage() throws Exception {
    Process server = start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        CostMeter meter = JvmMeter.of(awaited(server, answers))) {
      MemoryMeter memory = meter.memory().orElseThrow();
      server.destroy();
      server.waitFor();

      assertThatThrownBy(memory::liveSet).isInstanceOf(IOException.class);
      assertThat(memory.peak()).isNull();
    }
  }

  private static Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Allocating.class.getName()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  @Test
  void readsAllocationAndCpuOfARealJvm() throws IOException {
    Process server = start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        Writer orders = new OutputStreamWriter(server.getOutputStream(), StandardCharsets.UTF_8);
        CostMeter meter = JvmMeter.of(awaited(server, answers))) {
      CostReading before = meter.read();
      CostReading idle = meter.read().since(before);
      orders.write("100\n");
      orders.flush();
      answers.readLine();
      CostReading busy = meter.read().since(before);

      assertThat(idle.allocatedBytes()).isBetween(0.0, 0.1 * MIB);
      assertThat(busy.allocatedBytes()).isBetween(100.0 * MIB, 101.0 * MIB);
      assertThat(busy.cpuUs()).isGreaterThan(idle.cpuUs());
      assertThat(meter.source()).contains("pid " + server.pid());
    } finally {
      server.destroy();
    }
  }

  private static long awaited(Process server, BufferedReader answers) throws IOException {
    answers.readLine();
    return server.pid();
  }

  @Test
  void readsAProcessThatIsNotAJvmAsAWholeAndGivesTheReason() throws IOException {
    Process sleeping = new ProcessBuilder("sleep", "50").start();
    try (CostMeter meter = JvmMeter.of(sleeping.pid())) {
      assertThat(meter.read().cpuUs()).isNull();
      assertThat(meter.read().cpuTotalUs()).isPositive();
      assertThat(meter.source()).contains("can't be reached by JMX", "is not a JVM");
    } finally {
      sleeping.destroyForcibly();
    }
  }

  /** An attempt to attach would kill it, because the signal for JVMs ends other programs. */
  @Test
  void aProcessThatIsNotAJvmIsLeftAlone() throws IOException {
    Process sleeping = new ProcessBuilder("sleep", "50").start();
    try {
      assertThatThrownBy(() -> JfrCapture.start(List.of(sleeping.pid()), Clock.systemUTC()).close())
          .hasMessageContaining("process " + sleeping.pid())
          .hasMessageContaining("sleep) is not a JVM of this user")
          .hasMessageContaining("perfline profiles only JVMs");
      assertThat(sleeping.isAlive()).isTrue();
    } finally {
      sleeping.destroyForcibly();
    }
  }

  @Test
  void theCpuOfAnotherProgramIncludesItsChildProcesses() throws IOException, InterruptedException {
    Process parent =
        new ProcessBuilder(
                "sh",
                "-c",
                "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read end';"
                    + " true")
            .start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
        CostMeter meter = ProcessMeter.ofOther(parent.toHandle(), "not a JVM")) {
      assertThat(answers.readLine()).isEqualTo("done");
      CostReading used = meter.read();

      assertThat(used.cpuUs()).isEqualTo(used.cpuTotalUs()).isGreaterThan(20_000);
      assertThat(used.allocatedBytes()).isNull();
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly().waitFor();
      assertThat(meter.read()).isEqualTo(CostReading.NONE);
    } finally {
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly();
    }
  }

  @Test
  void theCpuOfAnotherProgramIncludesChildrenThatEndedBetweenTwoReadings()
      throws IOException, InterruptedException {
    String child = "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; ";
    Process parent =
        new ProcessBuilder(
                "sh", "-c", "read begin; " + child + child + child + "echo done; read end; true")
            .start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
        CostMeter meter = ProcessMeter.ofOther(parent.toHandle(), "not a JVM")) {
      double before = meter.read().cpuUs();
      parent.getOutputStream().write('\n');
      parent.getOutputStream().flush();
      assertThat(answers.readLine()).isEqualTo("done");

      assertThat(meter.read().cpuUs() - before).isGreaterThan(40_000);
    } finally {
      parent.destroyForcibly();
    }
  }
}
