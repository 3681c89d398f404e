package io.perfline.gate.judge;

import static io.perfline.core.sample.SampleRuns.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.DeploymentHistory;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.core.run.Run;
import io.perfline.core.run.SlicePair;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the variance between deployments of earlier builds is estimated and used. */
class DeploymentVariancesTest {

  private static final String LIMITS = PairedRuns.limit("cpu", "<= +3 %");
  private static final Thresholds THRESHOLDS = ThresholdsFile.read("t.yml", LIMITS);
  private static final String SETTINGS = "0123456789ab";

  @TempDir Path home;

  @Test
  void recordsTheVarianceOfAPassedBuild() {
    List<EarlierDeployments> found =
        DeploymentVariances.of(PairedRuns.run(eightDeployments(List.of())), THRESHOLDS);

    assertThat(found).hasSize(1);
    assertThat(found.get(0).settings()).isEqualTo(SETTINGS);
    EarlierDeployments.Variance variance = found.get(0).builds().get(0);
    assertThat(variance.metric()).isEqualTo("cpu");
    assertThat(variance.freedom()).isEqualTo(6);
    assertThat(variance.variance()).isBetween(1e-6, 1e-3);
  }

  @Test
  void invalidAndUnpairedCasesRecordNoVariance() {
    CaseResult paired = eightDeployments(List.of());
    Run run = PairedRuns.run(paired.withProblems(List.of("void")), paired.withPairs(List.of()));

    assertThat(DeploymentVariances.of(run, THRESHOLDS)).isEmpty();
  }

  @Test
  void findsEarlierBuildsOfTheSameMachineAndSettings() throws Exception {
    Run run = PairedRuns.run(eightDeployments(List.of()));
    String machine = run.environment().fingerprint();
    DeploymentHistory history = new DeploymentHistory(home);
    history.add(run, DeploymentVariances.of(run, THRESHOLDS));
    Files.writeString(home.resolve(".perf/deployments/cut.json"), "{\"fingerprint\": \"");

    assertThat(history.of(machine, SETTINGS).builds()).hasSize(1);
    assertThat(history.of(machine, "other").builds()).isEmpty();
    assertThat(history.of("other", SETTINGS).builds()).isEmpty();
    assertThat(history.of("other", SETTINGS).settings()).isEqualTo(SETTINGS);
    assertThat(home.resolve(".perf/.gitignore")).hasContent("*");
  }

  @Test
  void aRunIsRecordedOnceHoweverOftenItIsExtended() {
    CaseResult result = eightDeployments(List.of());
    Run run = SampleRuns.run("001", START, result); // as perfline prove names all of its runs
    Run next = SampleRuns.run("001", START.plusSeconds(60), result);
    DeploymentHistory history = new DeploymentHistory(home);
    for (Run one : List.of(run, next, next)) {
      history.add(one, DeploymentVariances.of(one, THRESHOLDS));
    }

    assertThat(history.of(run.environment().fingerprint(), SETTINGS).builds()).hasSize(2);
    assertThat(home.resolve(".perf/deployments").toFile().list())
        .containsExactlyInAnyOrder("20260102-030405-678.json", "20260102-030505-678.json");
  }

  @Test
  void filesOfEarlierVersionsAreDeletedFirst() throws Exception {
    Path folder = Files.createDirectories(home.resolve(".perf/deployments"));
    for (int i = 0; i < 100; i++) {
      Files.writeString(folder.resolve("jenkins-perfline-%d.json".formatted(i)), "{}");
    }
    Run run = PairedRuns.run(eightDeployments(List.of()));

    new DeploymentHistory(home).add(run, DeploymentVariances.of(run, THRESHOLDS));

    assertThat(folder.resolve("20260102-030000-000.json")).exists();
    assertThat(folder.toFile().list()).hasSize(100);
  }

  @Test
  void fourDeploymentsDecideOnlyAfterEarlierBuilds() {
    EarlierDeployments.Variance usual = new EarlierDeployments.Variance("cpu", 4e-5, 4, 0);
    EarlierDeployments.Variance other = new EarlierDeployments.Variance("allocation", 4e-5, 4, 0);

    assertThat(finding(four(List.of()))).isEqualTo(Finding.UNDECIDED);
    assertThat(finding(four(List.of(usual)))).isEqualTo(Finding.UNDECIDED);
    assertThat(finding(four(Collections.nCopies(5, other)))).isEqualTo(Finding.UNDECIDED);
    assertThat(finding(four(Collections.nCopies(5, usual)))).isEqualTo(Finding.WITHIN_PASS);
  }

  private static Finding finding(CaseResult result) {
    return PairedRuns.only(PairedRuns.run(result), LIMITS).finding();
  }

  private static CaseResult eightDeployments(List<EarlierDeployments.Variance> earlier) {
    return PairedRuns.paired(1, 40, 40).with(new EarlierDeployments(SETTINGS, earlier));
  }

  private static CaseResult four(List<EarlierDeployments.Variance> earlier) {
    CaseResult eight = eightDeployments(earlier);
    List<SlicePair> pairs = eight.pairs().stream().filter(pair -> pair.deployment() <= 4).toList();
    return eight.withPairs(pairs);
  }
}
