package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the Jenkinsfile with its shell lines and the real gate. */
class JenkinsfileVerdictTest {

  @TempDir Path temporary;

  @ParameterizedTest
  @EnumSource
  void endsAsTheRealGateDecides(Verdicts verdict) throws Exception {
    SmallProject project = new SmallProject(Files.createDirectory(temporary.resolve("project")));
    project.decide(verdict);
    Path log = temporary.resolve("log");

    Build build = Jenkinsfile.read("Jenkinsfile").run(new Workspace(project.folder(), log));

    assertThat(build.result()).as(Files.readString(log)).isEqualTo(verdict.result);
    assertThat(build.description()).startsWith(verdict.description + ": ");
    Path run = project.folder().resolve("runs/jenkins-perfline-7");
    assertThat(run.resolve("gate-junit.xml")).isNotEmptyFile();
    assertThat(run.resolve("report/index.html")).isNotEmptyFile();
    assertThat(run.resolve("verdict.json")).content().contains("kafka-throughput");
  }

  @Test
  void judgesWhatTwoGeneratorsMeasured() throws Exception {
    SmallProject project = new SmallProject(Files.createDirectory(temporary.resolve("project")));
    Path log = temporary.resolve("log");
    World world =
        new Workspace(project.folder(), log)
            .with("GENERATORS", "2")
            .with("BASELINE", "history")
            .with("ENVIRONMENT", "deploy/environments/compose.yml");

    Build build = Jenkinsfile.read("Jenkinsfile").run(world);

    assertThat(build.result()).as(Files.readString(log)).isEqualTo(Result.SUCCESS);
    assertThat(Files.readString(log)).contains("shards of 1/2 and 2/2 merged");
  }
}
