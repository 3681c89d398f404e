package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how busy a load tool is, by the times of its threads in a folder like {@code /proc}. */
class GeneratorCpuTest {

  private static final long MILLIS = 1_000_000;

  @TempDir private Path proc;
  @TempDir private Path groups;
  private final AtomicLong now = new AtomicLong();
  private final long pid = ProcessHandle.current().pid();
  private GeneratorCpu cpu;

  @BeforeEach
  void process() throws IOException {
    write("status", "Cpus_allowed_list:\t0-3\n");
    cpu = new GeneratorCpu(ProcessHandle.current(), new AllowedCpus(proc, groups), now::get);
    thread(1, "python3", 0, false);
    second();
  }

  @Test
  void isAsBusyAsItsBusiestThread() throws IOException {
    for (int i = 1; i <= 9; i++) {
      boolean idle = i < 2 || i > 8; // begins and ends
      thread(1, "python3", idle ? 100 : 990, idle);
      thread(2, "worker", 300, true);
      second();
    }
    assertThat(cpu.share()).isEqualTo(1);
  }

  @Test
  void aThreadThatOthersKeepFromRunningIsAsBusyAsItWouldBe() throws IOException {
    for (int i = 0; i < 9; i++) {
      thread(1, "python3", 300, false);
      second();
    }
    assertThat(cpu.share()).as("it never slept").isEqualTo(1);
  }

  @Test
  void aThreadThatSleepsIsNotBusyOnABusyMachine() throws IOException {
    for (int i = 0; i < 90; i++) {
      thread(1, "python3", i % 10 == 0 ? 600 : 0, i % 2 == 0);
      now.addAndGet(100 * MILLIS);
      cpu.read();
    }
    assertThat(cpu.share()).isCloseTo(0.6 / 1.1, within(0.01));
  }

  @Test
  void theCompilersOfAJvmDoNotCount() throws IOException {
    for (int i = 0; i < 9; i++) {
      thread(1, "python3", 600, true);
      thread(2, "C2 CompilerThre", 1000, false);
      second();
    }
    assertThat(cpu.share()).isLessThan(0.7);
  }

  @Test
  void severalThreadsUseAllThatAQuotaAllows() throws IOException {
    write("cgroup", "0::/\n");
    Files.writeString(groups.resolve("cpu.max"), "100000 100000\n");
    for (int i = 0; i < 9; i++) {
      thread(1, "k6", 500, true);
      thread(2, "k6", 490, true);
      second();
    }
    assertThat(cpu.share()).isGreaterThan(0.98);
  }

  @Test
  void isUnknownOnOtherSystems() {
    GeneratorCpu elsewhere =
        new GeneratorCpu(
            ProcessHandle.current(), new AllowedCpus(Path.of("/none"), Path.of("/none")), now::get);
    for (int i = 0; i < 9; i++) {
      now.addAndGet(1000 * MILLIS);
      elsewhere.read();
    }
    assertThat(elsewhere.share()).isZero();
  }

  private void second() {
    now.addAndGet(1000 * MILLIS);
    cpu.read();
  }

  /** Lets a thread run for a number of milliseconds more, and then sleep or not. */
  private void thread(int id, String name, long ran, boolean asleep) throws IOException {
    Path file = proc.resolve(pid + "/task/" + id + "/schedstat");
    long before = Files.exists(file) ? Long.parseLong(Files.readString(file).split(" ")[0]) : 0;
    write("task/" + id + "/comm", name + "\n");
    write("task/" + id + "/stat", "%d (%s) %s 1".formatted(id, name, asleep ? "S" : "R"));
    write("task/" + id + "/schedstat", "%d 0 1\n".formatted(before + ran * MILLIS));
  }

  private void write(String file, String text) throws IOException {
    Path path = proc.resolve(Long.toString(pid)).resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
