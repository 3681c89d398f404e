package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltServiceTest {

  @TempDir Path folder;
  private Path earlier;
  private Project project;

  @BeforeEach
  void writeProjects() throws IOException {
    earlier = Files.createDirectory(folder.resolve("earlier"));
    for (Path home : List.of(folder, earlier)) {
      Files.writeString(
          home.resolve("perf.yml"),
          """
          version: 1
          needs: {db: {command: './db.sh', seed: './seed.sh < perf/seed.sql'}}
          service: {command: './start ${PORT}', ready: {get: /}}
          load: {all: {connections: 1, requests: [{get: /}]}}
          """);
    }
    project = ProjectFile.read(folder.resolve("perf.yml"));
  }

  @Test
  void theNeedsOfAnEarlierCommitRunInItsFolder() {
    BuiltService baseline = baseline(project.withServiceOf(earlier.resolve("perf.yml")));

    assertThat(baseline.homeOfNeeds(candidate())).isEqualTo(earlier);
  }

  @Test
  void theNeedsOfACommitWithoutAFileRunWhereTheirDataIs() {
    assertThat(baseline(project).homeOfNeeds(candidate())).isEqualTo(folder);
  }

  private BuiltService candidate() {
    return new BuiltService("candidate", folder, null, project, "b", List.of());
  }

  private BuiltService baseline(Project its) {
    return new BuiltService("baseline", earlier, null, its, "a", List.of());
  }
}
