package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests when the data of needs is restored. */
@Timeout(120)
class NeedsResetIT {

  private static final String PROJECT =
      """
      version: 1
      name: orders
      needs:
        data:
          command: touch ${data.dir}/up; exec sleep 600
          ready: {command: 'test -e ${data.dir}/up'}
          reset: echo ${SIDE} >> '%s/resets.txt'
      service:
        command: PORT=${PORT} exec '%s' -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load:
        first: {connections: 1, requests: [{get: /orders}]}
        second: {rate: 50/s, requests: [{get: /orders}]}
      profiles: {commit: {warm_up: 1 s, duration: 2 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 5}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      thresholds:
        - {id: errors, case: first, metric: error_rate, pass: "<= 0 %"}
        - {id: errors-at-a-rate, case: second, metric: error_rate, pass: "<= 0 %"}
      """;

  @TempDir private Path folder;

  @Test
  void casesWithoutBaselineBeginFromTheSameDataBeforeAndAfterTheirWarmUp() throws Exception {
    OwnProject project = new OwnProject(folder);
    project.write(
        "perf.yml",
        PROJECT.formatted(
            folder,
            Path.of(System.getProperty("java.home"), "bin/java"),
            SampleService.class.getName(),
            System.getProperty("java.class.path")));
    project.write("thresholds.yml", THRESHOLDS);
    project.commit("first");

    assertThat(project.ci("absolute")).as(project.output()).isZero();

    assertThat(Files.readAllLines(folder.resolve("resets.txt")))
        .as(project.output())
        .containsExactly("candidate", "candidate", "candidate", "candidate");
  }
}
