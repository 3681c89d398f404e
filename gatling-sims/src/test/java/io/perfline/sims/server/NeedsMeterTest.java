package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the resources of a server that a service needs; the server is a shell that computes. */
@Timeout(60)
class NeedsMeterTest {

  private static Process busy() throws IOException {
    return new ProcessBuilder("sh", "-c", "sh -c 'while :; do :; done' & wait").start();
  }

  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Test
  void readsTheWholeProcessTreeOfANeed() throws Exception {
    Process process = busy();
    try (NeedsMeter meter =
        new NeedsMeter(
            CostMeter.none("no service"),
            Map.of("db", new NeedProcesses(process.toHandle())),
            "the need 'queue' runs elsewhere")) {
      CostReading before = meter.read();
      CostReading used = meter.read().since(before);
      while (used.needsUs().get("db") < 50_000) {
        Thread.sleep(10);
        used = meter.read().since(before);
      }

      assertThat(used.cpuUs()).isNull();
      assertThat(meter.source()).isEqualTo("no service; the need 'queue' runs elsewhere");
      MemoryMeter memory = meter.memory().orElseThrow();
      assertThat(memory.needs().get("db")).isGreaterThan(100_000);
      assertThat(memory.peak()).isNull();
      assertThat(memory.pid()).isEqualTo(process.pid());
    } finally {
      stop(process);
    }
  }

  @Test
  void aDatabaseWithoutBackendsIsUnknown() {
    CostMeter service = CostMeter.none("no service");
    try (NeedsMeter meter =
        new NeedsMeter(service, Map.of("db", new DatabaseBackends("no_such_base")), "")) {
      assertThat(meter.read().needsUs()).isEmpty();
      assertThat(meter.memory().orElseThrow().needs()).isEmpty();
      assertThat(meter.source()).isEqualTo("no service");
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "postgres: shop shop_candidate 127.0.0.1(54321) idle, true",
    "postgres: 15/main: shop_candidate shop 127.0.0.1(54321) SELECT, true",
    "postgres: shop shop_candidate2 127.0.0.1(54321) idle, false",
    "postgres: checkpointer, false",
    "psql shop_candidate, false",
  })
  void recognizesABackendByItsTitle(String title, boolean isOf) {
    assertThat(DatabaseBackends.isOf("shop_candidate", title)).isEqualTo(isOf);
  }

  @Test
  void readsTheControlGroupsOfContainers(@TempDir Path root) throws Exception {
    Path group = Files.createDirectories(root.resolve("system.slice/docker-4f2a77.scope"));
    Files.writeString(group.resolve("cpu.stat"), "usage_usec 1500\nuser_usec 1000\n");
    Files.writeString(group.resolve("memory.current"), "4096\n");
    Files.writeString(group.resolve("cgroup.procs"), ProcessHandle.current().pid() + "\n");

    ContainerGroups known = new ContainerGroups(root, List.of("4f2a77"));
    ContainerGroups unknown = new ContainerGroups(root, List.of("4f2a77", "9b"));

    assertThat(known.microseconds()).isEqualTo(1500);
    assertThat(known.residentBytes()).hasValue(4096);
    assertThat(known.processes()).containsExactly(ProcessHandle.current());
    assertThat(unknown.microseconds()).as("one of two").isNull();
    assertThat(unknown.residentBytes()).isEmpty();
    assertThat(new ContainerGroups(root, List.of()).microseconds()).isNull();
  }
}
