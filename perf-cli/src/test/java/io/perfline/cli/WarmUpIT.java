package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.WarmUps;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a comparison begins when both builds are warm. */
class WarmUpIT {

  /** One connection leaves a core for the service's JIT compiler. */
  private static final String PROJECT =
      """
      version: 1
      name: orders
      service:
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load: {checkout: {rate: 50/s, requests: [{get: /orders/7}]}}
      profiles: {commit: {warm_up: 1 s, warm_up_most: %s, duration: 6 s, at_most: 12 s}}
      """;

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("delay.txt", "3");
    project.write("thresholds.yml", OwnServiceIT.THRESHOLDS);
  }

  @Test
  void isNotMeasuredWhileItCompiles() throws Exception {
    WarmUps warmUps = slowerWithWarmUps("40 s", 8);

    assertThat(warmUps.deployments())
        .allSatisfy(
            one -> {
              assertThat(one.candidateS()).as("%s", one).isGreaterThan(7);
              assertThat(one.baselineS()).as("%s", one).isNotNull();
            });
    assertThat(project.output()).doesNotContain("still warming up");
  }

  @Test
  void isMeasuredWithAWarningIfItNeverSettles() throws Exception {
    WarmUps warmUps = slowerWithWarmUps("3 s", 600);

    assertThat(warmUps.incomplete()).isEqualTo(warmUps.deployments().size());
    assertThat(warmUps.deployments())
        .allSatisfy(one -> assertThat(one.seconds()).isGreaterThanOrEqualTo(2.5));
    assertThat(project.output()).contains("still warming up");
  }

  /** Compares a slower candidate, whose JIT compiler is busy for some seconds after its start. */
  private WarmUps slowerWithWarmUps(String most, int compiles) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    project.write(
        "perf.yml", PROJECT.formatted(java, SampleService.class.getName(), classes, most));
    project.commit("first");
    project.write("compiles.txt", Integer.toString(compiles));
    project.write("delay.txt", "60");
    project.commit("second");

    assertThat(project.ci("warm", "--no-why", "--only", "paired/checkout"))
        .as(project.output())
        .isEqualTo(1);

    CaseResult compared =
        RunFile.read(folder.resolve("runs/warm")).cases().stream()
            .filter(one -> one.name().equals("paired/checkout"))
            .findFirst()
            .orElseThrow();
    assertThat(compared.valid()).as("%s", compared.problems()).isTrue();
    return compared.warmUps();
  }
}
