package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.deploy.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackDirectoryTest {

  @TempDir Path home;

  @Test
  void findsTheProcessesOfTheLocalStack() throws IOException {
    assertThat(StackDirectory.processes(home)).isEmpty();

    Path kafka = Files.createDirectories(home.resolve(".perf/stack/kafka"));
    long pid = ProcessHandle.current().pid();
    Files.writeString(kafka.resolve("process"), RunningProcess.of(pid).orElseThrow().toString());
    Path anotherStart = Files.createDirectories(home.resolve(".perf/stack/influxdb"));
    Files.writeString(anotherStart.resolve("process"), pid + " 4711");
    Files.createDirectories(home.resolve(".perf/stack/tomcat"));

    assertThat(StackDirectory.processes(home))
        .containsExactly(Map.entry("kafka", ProcessHandle.current()));
  }
}
