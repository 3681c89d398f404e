package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.ServerMemory.Figure;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the retained memory of two builds of a small service with {@code ./perfline ci}. */
@Tag("acceptance")
class MemoryIT {

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void project() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("work.txt", "1000");
    project.write(
        "perf.yml",
        """
        version: 1
        name: orders
        service:
          command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
          variables: {CLASSES: '%s'}
          ready: {get: /health, within: 60 s}
        load: {checkout: {connections: 2, requests: [{post: /orders, body: '{}', expect: {status: 201}}]}}
        profiles: {commit: {warm_up: 2 s, duration: 8 s, at_most: 24 s}}
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                SampleService.class.getName(),
                System.getProperty("java.class.path")));
    project.write(
        "thresholds.yml",
        """
        version: 1
        defaults: {min_samples: 16}
        valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
        baselines: {parent: {paired: true}}
        thresholds:
          - {id: retains, case: paired/*, metric: live_set, pass: "<= +5 %", baseline: parent}
          - {id: leaks, case: paired/*, metric: growth, pass: "<= +50 B", baseline: parent}
          - {id: occupies, case: paired/*, metric: footprint, pass: "<= +50 %", baseline: parent}
          - {id: grows, case: paired/*, metric: growth, pass: "<= 60 B"}
        """);
    project.commit("first");
  }

  @Test
  void aLeakOfAHundredBytesPerRequestIsFound() throws Exception {
    project.write("leak.txt", "60"); // 100 bytes including object headers and list node
    project.commit("leak");

    Verdict verdict = verdict(1);

    assertThat(finding(verdict, "leaks")).isEqualTo(Finding.EXCEEDED);
    assertThat(finding(verdict, "grows")).isEqualTo(Finding.EXCEEDED);
    assertThat(line(verdict, "leaks").value()).isBetween(85.0, 115.0);
  }

  @Test
  void aFilledCacheIsALargerLiveSetButNotGrowth() throws Exception {
    project.write("cache.txt", "3000");
    project.commit("cache");

    Verdict verdict = verdict(1);

    assertThat(finding(verdict, "retains")).isEqualTo(Finding.EXCEEDED);
    assertThat(finding(verdict, "leaks").id()).isNotEqualTo(Finding.EXCEEDED.id());
    assertThat(finding(verdict, "grows")).isEqualTo(Finding.WITHIN_PASS);
  }

  @Test
  void anUnchangedServiceMeetsAllLimitsAndItsLiveSetScattersLittle() throws Exception {
    project.write("README", "no change of the service");
    project.commit("nothing");

    Verdict verdict = verdict(0);

    assertThat(verdict.lines()).extracting(Line::finding).containsOnly(Finding.WITHIN_PASS);
    List<Double> ratios =
        RunFile.read(folder.resolve("runs/it")).cases().stream()
            .map(CaseResult::memory)
            .filter(Objects::nonNull)
            .flatMap(memory -> memory.deployments().stream())
            .map(one -> one.value(Figure.LIVE_SET, true) / one.value(Figure.LIVE_SET, false))
            .toList();
    assertThat(ratios)
        .hasSizeGreaterThan(1)
        .allSatisfy(ratio -> assertThat(ratio).isBetween(0.95, 1.05));
  }

  private Verdict verdict(int exitCode) throws IOException {
    int code = project.ci("it", "--measure", "--no-why");
    assertThat(code).as(project.output()).isEqualTo(exitCode);
    return VerdictFile.read(folder.resolve("runs/it"));
  }

  private static Line line(Verdict verdict, String id) {
    return verdict.lines().stream()
        .filter(line -> line.threshold().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Finding finding(Verdict verdict, String id) {
    return line(verdict, id).finding();
  }
}
