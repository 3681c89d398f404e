package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests what the history and other tools get of the servers that a service needs. */
class NeedPointsTest {

  private static final Run RUN = run("r", START, needing());

  private static CaseResult needing() {
    CaseResult result = measured("http/orders", times(1000, 2000, 3000));
    Map<String, Double> cpu =
        Map.of("db", 30.0 * result.messages(), "cache", 12.0 * result.messages());
    OfBuild memory = new OfBuild(List.of(), null, null, Map.of("db", 50_000L, "cache", 7_000L));
    return result
        .with(new ServerCost(null, null, null, cpu, "pid 7"))
        .with(new ServerMemory(List.of(new OfDeployment(1, memory, memory)), "pid 7"));
  }

  @Test
  void theHistoryHasTheSumOfAllNeeds() {
    assertThat(CasePoints.of(RUN, Map.of()).get(0))
        .contains("need_cpu_us_per_msg=42.0,", "need_footprint_bytes=57000.0,");
  }

  @Test
  void otherToolsGetAValueForEachNeed() {
    Map<String, Double> seconds = exported("perfline.case.need.cpu_time");
    assertThat(seconds).containsOnlyKeys("db", "cache");
    assertThat(seconds.get("db")).isCloseTo(3e-5, within(1e-12));
    assertThat(seconds.get("cache")).isCloseTo(1.2e-5, within(1e-12));
    assertThat(exported("perfline.case.need.footprint"))
        .isEqualTo(Map.of("db", 50_000.0, "cache", 7_000.0));
  }

  @Test
  void aServiceWithoutNeedsHasNoSuchValues() {
    Run alone = run("r", START, measured("http/orders", times(1000)));

    assertThat(CasePoints.of(alone, Map.of()).get(0)).doesNotContain("need_");
    assertThat(RunMetrics.of(alone, Optional.empty()).values())
        .noneMatch(value -> value.metric().otelName().contains(".need."));
  }

  private static Map<String, Double> exported(String name) {
    return RunMetrics.of(RUN, Optional.empty()).values().stream()
        .filter(value -> value.metric().otelName().equals(name))
        .collect(
            Collectors.toMap(value -> value.attributes().get("need"), RunMetrics.Value::value));
  }
}
