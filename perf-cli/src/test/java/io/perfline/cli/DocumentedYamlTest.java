package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.judge.CatalogueCheck;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.sims.run.RunStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every YAML block in the documents is valid in its file. */
class DocumentedYamlTest {

  @TempDir private Path folder;

  static Stream<YamlBlock> blocks() throws IOException {
    return YamlBlock.all().stream();
  }

  @BeforeEach
  void writeWhatTheBlocksName() throws IOException {
    Files.writeString(folder.resolve("customers.csv"), "id\n1\n");
    Files.writeString(folder.resolve("order.json"), "{}");
    Files.createDirectories(folder.resolve("target/test-classes"));
    Files.createDirectories(folder.resolve("protos/shop"));
    Files.writeString(
        folder.resolve("protos/shop/orders.proto"),
        """
        syntax = "proto3";
        package shop.v1;
        service Orders { rpc Place(Order) returns (Placed); }
        message Order { string item = 1; int32 count = 2; }
        message Placed { string order_id = 1; string state = 2; }
        """);
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void isRead(YamlBlock block) throws IOException {
    String text = block.file();
    switch (block.kind()) {
      case PERF_YML -> {
        Project project = ProjectFile.read(write("perf.yml", text));
        if (!text.contains("drivers:")) {
          assertThat(RunStage.planned(project)).isNotEmpty();
        }
      }
      case THRESHOLDS -> assertThat(ThresholdsFile.read(write("thresholds.yml", text))).isNotNull();
      case WORKLOAD -> {
        write("loads/orders.yml", text);
        Project project =
            ProjectFile.read(
                write(
                    "perf.yml",
                    "version: 1\nservice: {url: 'http://127.0.0.1:1'}\nworkloads: loads\n"));
        assertThat(RunStage.planned(project)).isNotEmpty();
      }
    }
  }

  @Test
  void theDocumentedGoalMatchesTheDocumentedSearch() throws IOException {
    Project project =
        ProjectFile.read(
            write("perf.yml", YamlBlock.with("perf-yml.md", "    capacity: {").file()));
    List<CatalogueEntry> cases = RunStage.planned(project);
    Thresholds goal =
        ThresholdsFile.read(write("thresholds.yml", YamlBlock.with("perf-yml.md", "goal:").file()));

    assertThat(goal.capacity()).hasSize(1);
    CatalogueCheck.check(goal, cases);
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
