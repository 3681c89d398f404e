package io.perfline.deploy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrafanaProgramTest {

  @TempDir Path folder;

  @Test
  void namesAFolderWithoutGrafana() {
    Map<String, String> environment = Map.of("GRAFANA_HOME", folder.toString());

    assertThatThrownBy(() -> GrafanaProgram.find(environment))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("GRAFANA_HOME is " + folder + ", which contains no bin/grafana");
  }

  @Test
  void findsGrafanaInTheFolder() throws IOException {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("grafana");
    Files.createFile(program);
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThat(GrafanaProgram.find(Map.of("GRAFANA_HOME", folder.toString())))
        .contains(new GrafanaProgram(program, folder));
  }

  @Test
  void findsNothingWithoutGrafana() throws IOException {
    assertThat(GrafanaProgram.find(Map.of("PATH", folder.toString()))).isEmpty();
  }
}
