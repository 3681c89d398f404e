package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.absolute;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.only;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests limits on the CPU time and memory of the servers that a service needs. */
class NeedMetricsTest {

  private static final String ELSEWHERE = "pid 7; the need 'queue' runs elsewhere";

  /** Returns a case with a database that uses {@code factor} times as much, and a cache. */
  private static CaseResult needing(double factor) {
    CaseResult result = paired(1, 50, 50);
    List<SlicePair> pairs =
        result.pairs().stream()
            .map(
                pair ->
                    new SlicePair(
                        pair.deployment(),
                        pair.candidateFirst(),
                        with(pair.candidate(), factor),
                        with(pair.baseline(), 1)))
            .toList();
    List<OfDeployment> memory = new ArrayList<>();
    result.pairs().stream()
        .map(SlicePair::deployment)
        .distinct()
        .forEach(one -> memory.add(new OfDeployment(one, memory(factor), memory(1))));
    return result
        .withPairs(pairs)
        .with(new ServerMemory(memory, ELSEWHERE))
        .with(new ServerCost(1e6, 1e6, 1e6, Map.of("db", factor * 3e5, "cache", 6e5), ELSEWHERE));
  }

  private static Slice with(Slice slice, double factor) {
    double used = factor * slice.serverCpuUs() / 4;
    return new Slice(
        slice.seconds(),
        slice.counts(),
        slice.serverCpuUs(),
        slice.serverAllocatedBytes(),
        slice.serverCpuTotalUs(),
        Map.of("db", used, "cache", slice.serverCpuUs() / 2));
  }

  private static OfBuild memory(double factor) {
    return new OfBuild(
        List.of(),
        100_000_000L,
        null,
        Map.of("db", Math.round(factor * 50_000_000), "cache", 100_000_000L));
  }

  private static String of(String need, String limits) {
    return limits.replace("metric:", "need: %s, metric:".formatted(need));
  }

  @ParameterizedTest(name = "{0} of {1} is {2}")
  @CsvSource({
    "need_cpu, db, broken",
    "need_cpu, cache, within_pass",
    "need_cpu, , broken", // 1 + 2 → 2 + 2 parts
    "need_footprint, db, broken",
    "need_footprint, cache, within_pass",
  })
  void comparesTheServersThatTheServiceNeeds(String metric, String need, String finding) {
    String limits = limit(metric, "<= +20 %");

    assertThat(only(run(needing(2)), need == null ? limits : of(need, limits)).finding().id())
        .isEqualTo(finding);
    assertThat(only(run(needing(1)), limits).finding()).isEqualTo(Finding.WITHIN_PASS);
  }

  @Test
  void limitsTheCostOfOneNeedPerMessage() {
    long messages = needing(1).messages();
    double cost = 3e5 / messages;

    assertThat(
            only(run(needing(1)), of("db", absolute("need_cpu", "<= %.0f µs".formatted(cost + 1))))
                .finding())
        .isEqualTo(Finding.WITHIN_PASS);
    assertThat(
            only(run(needing(1)), absolute("need_cpu", "<= %.0f µs".formatted(cost + 1))).finding())
        .isEqualTo(Finding.EXCEEDED);
  }

  /** A limit on a need that nobody measures is not part of the verdict; a misspelt one is. */
  @ParameterizedTest
  @CsvSource({"need_cpu", "need_footprint"})
  void aNeedElsewhereIsNotAvailableAndAnUnknownOneHasNoVerdict(String metric) {
    String limits = limit(metric, "<= +20 %");

    assertThat(only(run(needing(1)), of("queue", limits)).finding())
        .isEqualTo(Finding.NOT_AVAILABLE);
    assertThat(only(run(needing(1)), of("queue", limits)).reason())
        .contains("the need 'queue' runs elsewhere");
    assertThat(only(run(needing(1)), of("quue", limits)).finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(only(run(paired(1, 50, 50)), limits).finding()).isEqualTo(Finding.NOT_MEASURED);
  }

  @Test
  void onlyMetricsOfNeedsHaveANeed() {
    String limits = of("db", limit("cpu", "<= +20 %"));

    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", limits))
        .hasMessageContaining("need: only need_cpu and need_footprint are of a need");
  }

  @Test
  void theHistoryDoesNotDistinguishNeeds() {
    String limits = limit("need_cpu", "<= +20 %").replace("{paired: true}", "{branch: main}");

    assertThat(ThresholdsFile.read("t.yml", limits).thresholds()).hasSize(1);
    assertThatThrownBy(() -> ThresholdsFile.read("t.yml", of("db", limits)))
        .hasMessageContaining("the history has only the need_cpu of all needs together");
  }

  /** Two starts of a database may differ more than those of all servers together. */
  @Test
  void eachNeedHasADeploymentVarianceOfItsOwn() {
    CaseResult result = needing(1).with(new EarlierDeployments("settings", List.of()));
    String limits = of("db", limit("need_cpu", "<= +20 %"));

    List<EarlierDeployments> found =
        DeploymentVariances.of(run(result), ThresholdsFile.read("t.yml", limits));

    assertThat(found.get(0).builds())
        .extracting(EarlierDeployments.Variance::metric)
        .containsExactly("need_cpu of db");
    CaseResult next = result.with(found.get(0));
    assertThat(DeploymentVariances.expected(next.ofNeed("db"), Metric.NEED_CPU).freedom())
        .isPositive();
    assertThat(DeploymentVariances.expected(next.ofNeed("cache"), Metric.NEED_CPU))
        .isEqualTo(DeploymentVariances.expected(next, Metric.NEED_CPU))
        .satisfies(unknown -> assertThat(unknown.freedom()).isZero());
  }
}
