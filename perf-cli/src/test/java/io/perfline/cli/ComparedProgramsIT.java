package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads that are programs, in comparisons of two commits: runs alternate between both builds. */
class ComparedProgramsIT {

  private static final String PROJECT =
      """
      version: 1
      name: orders
      service:
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load:
      %s
      profiles: {commit: {warm_up: 1 s, duration: 2 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 1}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: slower, case: paired/*, metric: METRIC, pass: "<= +LIMIT %", baseline: previous}
      """;

  /** Prints the seconds of ten requests on one connection. */
  private static final String CURL =
      """
        orders:
          command: >-
            curl -sf -o /dev/null -w '%{time_total}\\n' "${url}/orders/[1-10]"
            | awk '{sum += $1} END {print sum}'
          metric: {seconds: last_line}
          compare: true
      """;

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("delay.txt", "2");
    project.write("work.txt", "0");
  }

  @Test
  void aCommandWhoseLastLineIsATimeFailsWhereTheServiceIsSlower() throws Exception {
    first(CURL, "service_time.p50", 30);
    project.write("delay.txt", "20");
    project.commit("slower");

    assertThat(project.ci("slowed")).as(project.said()).isEqualTo(1);

    CaseResult compared = compared("slowed");
    assertThat(compared.valid()).as(compared.problems().toString()).isTrue();
    assertThat(compared.pairs()).hasSize(16);
    assertThat(compared.pairs()).allMatch(pair -> pair.candidate().requests() == 1);
    assertThat(compared.server().cpuUs()).isPositive();
  }

  @Test
  @Tag("acceptance")
  void aCommandThatFailsIsNoVerdictAndItsLastLinesAreShown() throws Exception {
    first(
        """
          orders:
            command: echo no connection to the depot; exit 4
            metric: {seconds: last_line}
            compare: true
        """,
        "service_time.p50",
        30);
    project.write("delay.txt", "3");
    project.commit("slower");

    assertThat(project.ci("failed")).as(project.said()).isEqualTo(3);

    assertThat(project.said()).contains("ended with code 4", "no connection to the depot");
  }

  private void first(String load, String metric, int limit) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    project.write(
        "perf.yml",
        PROJECT.formatted(java, SampleService.class.getName(), classes, load.stripTrailing()));
    project.write(
        "thresholds.yml",
        THRESHOLDS.replace("METRIC", metric).replace("LIMIT", Integer.toString(limit)));
    project.commit("first");
  }

  private CaseResult compared(String run) {
    List<CaseResult> cases = RunFile.read(folder.resolve("runs").resolve(run)).cases();
    return cases.get(cases.size() - 1);
  }
}
