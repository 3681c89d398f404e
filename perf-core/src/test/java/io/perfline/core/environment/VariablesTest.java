package io.perfline.core.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariablesTest {

  @TempDir Path home;

  @Test
  void prefersTheProcessEnvironmentToTheStack() throws IOException {
    Path stack = Variables.ofStack(home);
    Files.createDirectories(stack.getParent());
    Files.writeString(stack, "# ports\nPERF_KAFKA_PORT=1\nPERF_TOMCAT_PASSWORD=a=b\n");

    assertThat(Variables.of(home, Map.of("PERF_KAFKA_PORT", "2", "HOME", "/home/perf")))
        .containsOnly(
            Map.entry("PERF_KAFKA_PORT", "2"),
            Map.entry("PERF_TOMCAT_PASSWORD", "a=b"),
            Map.entry("HOME", "/home/perf"));
  }

  @Test
  void worksWithoutAStack() {
    assertThat(Variables.of(home, Map.of("A", "b"))).containsOnly(Map.entry("A", "b"));
  }
}
