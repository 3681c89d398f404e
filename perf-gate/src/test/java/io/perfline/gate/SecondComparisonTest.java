package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.gate.judge.PairedRuns;
import io.perfline.gate.text.Wording;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests a nightly run, which is compared with last night's commit and in a second run with the
 * release.
 */
class SecondComparisonTest {

  private static final String LIMITS =
      """
      version: 1
      baselines:
        night: {paired: true}
        release: {paired: true, since: release}
      thresholds:
        - {id: night, case: http/record, metric: cpu, pass: "<= +5 %", baseline: night}
        - {id: growth, case: http/record, metric: cpu, pass: "<= +10 %", baseline: release}
      """;

  private static final RunBaseline NIGHT =
      new RunBaseline("the commit of the last nightly run", null, BaselineSource.FOUND, null);
  private static final RunBaseline RELEASE =
      new RunBaseline("the last release v1", "0b1c".repeat(10), BaselineSource.RELEASE, null);

  @TempDir private Path folder;
  private GateStand stand;
  private Path run;

  @BeforeEach
  void aNight() throws IOException {
    stand = new GateStand(folder);
    stand.limits(LIMITS);
    run = Files.createDirectory(folder.resolve("tonight"));
  }

  @ParameterizedTest(name = "{0} since last night, {1} since the release: exit {2}")
  @CsvSource({
    "1.00, 1.00, 0, PASS",
    "1.03, 1.07, 0, PASS",
    "1.03, 1.20, 1, FAIL",
    "1.20, 1.00, 1, FAIL",
    "1.00, 1.10, 3, INVALID"
  })
  void theWorseOfBothVerdictsCounts(double night, double release, int exit, String outcome)
      throws IOException {
    write(run, night, NIGHT);
    write(second(), release, RELEASE);
    stand.gate(second(), "--no-history");

    assertThat(stand.gate(run, "--no-history")).as(stand.printed()).isEqualTo(exit);

    Verdict verdict = VerdictFile.read(run);
    assertThat(verdict.outcome().id()).isEqualTo(outcome);
    assertThat(verdict.lines())
        .extracting(Line::threshold)
        .as("each limit judges its own comparison")
        .contains("night", "growth")
        .doesNotHaveDuplicates();
    assertThat(verdict.summary())
        .contains("the commit of the last nightly run", "Second comparison", "the last release v1");
  }

  @Test
  void aSecondRunWithoutAVerdictGivesNoVerdict() throws IOException {
    write(run, 1, NIGHT);
    Files.createDirectory(second());

    assertThat(stand.gate(run, "--no-history")).isEqualTo(3);
    assertThat(stand.printed()).contains("The comparison with the last release has no verdict");
  }

  @Test
  void aFailureIsNotHiddenByAnInvalidRun() throws IOException {
    write(run, 1, NIGHT);
    write(second(), 1, RELEASE);
    Files.writeString(second().resolve("verdict.json"), "");
    assertThat(stand.gate(run, "--no-history")).as("unreadable").isEqualTo(3);

    Verdict failed = judged(second(), 1.3, RELEASE);
    Verdict passed = judged(run, 1, NIGHT);
    assertThat(Wording.both(passed, failed).outcome().id()).isEqualTo("FAIL");
  }

  @Test
  void aSecondComparisonThatTestedNothingGivesNoVerdict() throws IOException {
    Verdict passed = judged(run, 1, NIGHT);
    Verdict nothing = passed.with(List.of());

    assertThat(nothing.outcome().id()).isEqualTo("INVALID");
    assertThat(Wording.both(passed, nothing).outcome().id()).isEqualTo("INVALID");
  }

  @Test
  void aNightlyRunWithoutAReleaseWarns() throws IOException {
    write(run, 1, NIGHT);

    assertThat(stand.gate(run, "--no-history")).isZero();
    assertThat(VerdictFile.read(run).outcome().id()).isEqualTo("WARN");
    assertThat(VerdictFile.read(run).summary()).contains("No second comparison was made");

    stand.limits(LIMITS.replaceAll("(?m)^.*release.*\n", ""));
    assertThat(stand.gate(run, "--no-history")).isZero();
    assertThat(VerdictFile.read(run).outcome().id()).isEqualTo("PASS");
  }

  @Test
  void aServiceAtAUrlHasNoReleaseToCompareWith() throws IOException {
    write(run, 1, new RunBaseline("http://127.0.0.1:2", null, BaselineSource.AT_URL, null));

    assertThat(stand.gate(run, "--no-history")).isZero();
    assertThat(VerdictFile.read(run).outcome().id()).isEqualTo("WARN");
    assertThat(VerdictFile.read(run).summary())
        .contains("compared only with its baseline_url, so remove these limits")
        .doesNotContain("release tag");
  }

  private Verdict judged(Path folder, double factor, RunBaseline baseline) throws IOException {
    write(folder, factor, baseline);
    Files.deleteIfExists(second().resolve("verdict.json"));
    stand.gate(folder, "--no-history");
    return VerdictFile.read(folder);
  }

  private Path second() {
    return RunBaseline.folderSinceRelease(run);
  }

  private static void write(Path folder, double factor, RunBaseline baseline) throws IOException {
    Run measured = PairedRuns.run(PairedRuns.paired(factor, 60, 60)).against(baseline);
    RunFile.write(Files.createDirectories(folder), measured);
    Path file = folder.resolve(RunFile.NAME);
    Files.writeString(
        file,
        Files.readString(file).replaceFirst("(\"profile\"\\s*:\\s*)\"[a-z]+\"", "$1\"nightly\""));
  }
}
