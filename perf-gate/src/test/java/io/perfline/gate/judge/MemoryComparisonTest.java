package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.absolute;
import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.only;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.LiveSet;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryComparisonTest {

  private static final int DEPLOYMENTS = 8;
  private static final long HALF = 5000;
  private static final long LIVE = 20_000_000;
  private static final String GROWTH = limit("growth", "<= +50 B");
  private static final String LIVE_SET = limit("live_set", "<= +5 %");

  private final Random random = new Random(5);

  /**
   * Returns a case whose candidate retains {@code base} more at the start, and {@code first} and
   * {@code second} bytes per message.
   */
  private CaseResult measured(double base, double first, double second) {
    List<OfDeployment> all = new ArrayList<>();
    for (int i = 1; i <= DEPLOYMENTS; i++) {
      all.add(new OfDeployment(i, build(base, first, second, HALF), build(0, 0, 0, HALF)));
    }
    return paired(1, 50, 50).with(new ServerMemory(all, "pid 7"));
  }

  private OfBuild build(double base, double first, double second, long half) {
    long start = 2000;
    return new OfBuild(
        List.of(
            new LiveSet(start, live(base)),
            new LiveSet(start + half, live(base + first * half)),
            new LiveSet(start + 2 * half, live(base + (first + second) * half))),
        100_000_000L + (long) (base + random.nextGaussian() * 1e6),
        50_000_000L);
  }

  private long live(double more) {
    return Math.round(LIVE + more + 20_000 * random.nextGaussian());
  }

  @ParameterizedTest(name = "{0} B at once, then {1} and {2} B per message: {3}, {4}")
  @CsvSource({
    "0, 0, 0, within_pass, within_pass",
    "0, 100, 100, broken, undecided", // 1 MB of 20 MB
    "0, 300, 300, broken, broken",
    "4000000, 0, 0, within_pass, broken",
    "0, 600, 0, within_pass, broken", // a cache that was full after half of the load
    "0, 0, 600, within_pass, broken" // a table that doubled
  })
  void distinguishesALeakFromACache(
      double base, double first, double second, String growth, String liveSet) {
    CaseResult result = measured(base, first, second);

    Line leak = only(run(result), GROWTH);
    Line retained = only(run(result), LIVE_SET);

    assertThat(leak.finding().id()).as(leak.reason()).isEqualTo(growth);
    assertThat(leak.unit()).isEqualTo("B");
    assertThat(retained.finding().id()).as(retained.reason()).isEqualTo(liveSet);
    assertThat(retained.baseline().unit()).isEqualTo("MB");
    assertThat(retained.baseline().value()).isBetween(19.9, 20.1);
  }

  @Test
  void describesGrowthInBytes() {
    Line leak = only(run(measured(0, 100, 100)), GROWTH);

    assertThat(leak.reason())
        .matches("\\+\\d+(\\.\\d+)? B \\[\\+.* B, \\+.* B] from 8 deployments.*");
    assertThat(judge(run(measured(0, 100, 100)), GROWTH).summary()).contains("growth");
  }

  @Test
  void comparesBothBuildsAfterEqualNumbersOfMessages() {
    List<OfDeployment> all = new ArrayList<>();
    for (int i = 1; i <= DEPLOYMENTS; i++) {
      all.add(new OfDeployment(i, build(0, 200, 200, 2 * HALF), build(0, 200, 200, HALF)));
    }

    Line line = only(run(paired(1, 50, 50).with(new ServerMemory(all, "pid 7"))), LIVE_SET);

    assertThat(line.finding()).as(line.reason()).isEqualTo(Finding.WITHIN_PASS);
  }

  @Test
  void absoluteLimitsApplyToTheCandidate() {
    CaseResult leak = measured(0, 100, 100);

    assertThat(only(run(leak), absolute("growth", "<= 50 B")).outcome()).isEqualTo(Outcome.FAIL);
    assertThat(only(run(leak), absolute("growth", "<= 200 B")).outcome()).isEqualTo(Outcome.PASS);
    assertThat(only(run(leak), absolute("live_set", "<= 22 MB")).value()).isBetween(20.9, 21.1);
    assertThat(only(run(leak), absolute("footprint", "<= 99 MB")).outcome())
        .isEqualTo(Outcome.FAIL);
    assertThat(only(run(leak), absolute("footprint.heap", "<= 50 MB")).outcome())
        .isEqualTo(Outcome.PASS);
  }

  @Test
  void aSharedProcessHasNoLiveSetAndFailsNothing() {
    CaseResult shared =
        paired(1, 50, 50).with(new ServerMemory(List.of(), "one process runs both builds"));

    for (String limits : List.of(LIVE_SET, absolute("live_set", "<= 22 MB"))) {
      Line line = only(run(shared), limits);
      assertThat(line.finding()).isEqualTo(Finding.NOT_AVAILABLE);
      assertThat(line.outcome()).isEqualTo(Outcome.NOT_IN_PROFILE);
      assertThat(line.reason()).contains("can't be measured here: one process runs both builds");
    }
    assertThat(
            PairedDecision.of(ThresholdsFile.read("t.yml", LIVE_SET), List.of(), any -> true)
                .decided(shared))
        .isTrue();
  }

  @Test
  void aCaseThatWasNotMeasuredHasNoVerdictOnItsMemory() {
    CaseResult notMeasured =
        paired(1, 50, 50)
            .with(new ServerMemory(List.of(), "pid 7"))
            .withProblems(List.of("the service is not reachable"));

    Line line = only(run(notMeasured), LIVE_SET);

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason()).contains("the service is not reachable");
  }

  @Test
  void aProcessThatIsNotAJvmHasOnlyItsPeak() {
    CaseResult other = withDeployments(one -> new OfDeployment(one.deployment(), peak(), peak()));

    assertThat(only(run(other), LIVE_SET).finding()).isEqualTo(Finding.NOT_AVAILABLE);
    assertThat(only(run(other), limit("footprint", "<= +25 %")).outcome()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aFailedReadingHasNoVerdict() {
    CaseResult failed =
        withDeployments(one -> one.deployment() < 3 ? one : new OfDeployment(3, null, null));
    CaseResult onlyOne =
        withDeployments(one -> new OfDeployment(one.deployment(), peak(), one.baseline()));
    CaseResult none = withDeployments(one -> new OfDeployment(one.deployment(), null, null));

    for (CaseResult result : List.of(failed, onlyOne, none, paired(1, 50, 50))) {
      assertThat(only(run(result), LIVE_SET).finding()).isEqualTo(Finding.NOT_MEASURED);
      assertThat(only(run(result), absolute("live_set", "<= 22 MB")).finding())
          .isEqualTo(Finding.NOT_MEASURED);
    }
    assertThat(only(run(failed), LIVE_SET).reason()).contains("in deployment 3, 4");
  }

  @Test
  void earlierBuildsDecideAfterFourInsteadOfSixDeployments() {
    EarlierDeployments earlier =
        new EarlierDeployments(
            "s", Collections.nCopies(6, new EarlierDeployments.Variance("live_set", 1e-6, 4, 0)));

    Line alone = only(run(firstFour(measured(600_000, 0, 0))), LIVE_SET);
    Line after = only(run(firstFour(measured(600_000, 0, 0)).with(earlier)), LIVE_SET);

    assertThat(alone.finding()).as(alone.reason()).isEqualTo(Finding.UNDECIDED);
    assertThat(after.outcome()).as(after.reason()).isEqualTo(Outcome.PASS);
    assertThat(
            DeploymentVariances.of(
                    run(measured(0, 0, 0).with(earlier)), ThresholdsFile.read("t.yml", LIVE_SET))
                .get(0)
                .builds())
        .singleElement()
        .satisfies(one -> assertThat(one.metric()).isEqualTo("live_set"))
        .satisfies(one -> assertThat(Math.sqrt(one.variance())).isLessThan(0.005));
  }

  @Test
  void growthIsLimitedByADifferenceInBytes() {
    assertThat(faults("growth", "<= +5 %")).contains("is not a difference to the baseline");
    assertThat(faults("growth", "<= 50 B")).contains("is not a difference to the baseline");
    assertThat(faults("live_set", "<= +50 B")).contains("is not a change against the baseline");
  }

  private static String faults(String metric, String pass) {
    try {
      ThresholdsFile.read("t.yml", limit(metric, pass));
      return "";
    } catch (Fault fault) {
      return fault.getMessage();
    }
  }

  private static OfBuild peak() {
    return new OfBuild(List.of(), 100_000_000L, null);
  }

  private CaseResult withDeployments(UnaryOperator<OfDeployment> change) {
    CaseResult result = measured(0, 0, 0);
    return result.with(
        new ServerMemory(
            result.memory().deployments().stream().map(change).toList(),
            "the process is not a JVM"));
  }

  private static CaseResult firstFour(CaseResult result) {
    return result
        .withPairs(result.pairs().stream().filter(pair -> pair.deployment() <= 4).toList())
        .with(new ServerMemory(result.memory().deployments().subList(0, 4), "pid 7"));
  }
}
