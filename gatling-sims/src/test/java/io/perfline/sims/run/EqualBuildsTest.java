package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.RunBaseline;
import io.perfline.sims.comparison.PairedSides;
import io.perfline.sims.service.BuiltService;
import io.perfline.sims.service.ProjectServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that equal builds, apart from their reported versions, are labelled A/A if they are
 * measured anyway, as in nightly runs.
 */
class EqualBuildsTest {

  private static final String DIGEST = "sha256:" + "ab".repeat(32);
  private static final RunBaseline PARENT =
      new RunBaseline("main~1", "4f2a".repeat(10), new BaselineSource("parent of HEAD"), null);

  @TempDir Path folder;

  @Test
  void labelsEqualBuildsThatAreMeasuredOnPurpose() throws Exception {
    assertThat(labelled(DIGEST, null).equalBuilds()).isTrue();
    assertThat(labelled("sha256:" + "cd".repeat(32), null).equalBuilds()).isFalse();
    assertThat(labelled(DIGEST, List.of("conf/app.properties")).equalBuilds()).isFalse();
  }

  /**
   * @param differs null if equal builds are measured too
   */
  private RunBaseline labelled(String ofBaseline, List<String> differs) throws Exception {
    Path file = folder.resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service: {command: './start ${PORT}', ready: {get: /}}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);
    Project project = ProjectFile.read(file);
    BuiltService candidate = new BuiltService("candidate", folder, null, project, "a", List.of());
    BuiltService baseline = new BuiltService("baseline", folder, null, project, "b", differs);
    try (ProjectServices services =
        new ProjectServices(
            project,
            Environment.named("local"),
            candidate,
            baseline,
            folder.resolve("logs"),
            Map.of(),
            folder,
            null)) {
      PairedSides sides = new PairedSides(any -> null, services);
      return new RunPlan.Started(services.environment(), null, services, sides, () -> {})
          .labelled(PARENT.with(new RunBaseline.Digests(DIGEST, ofBaseline)));
    }
  }
}
