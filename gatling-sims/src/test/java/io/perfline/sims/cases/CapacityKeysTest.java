package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.gatling.load.CapacityPlan;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityKeysTest {

  @Test
  void addsUsersByStepOrDoublesThem() {
    CaseSettings three = settings(Map.of("users", 50L, "levels", 3L));

    assertThat(CapacityKeys.ladder(three)).containsExactly(50, 100, 150);
    assertThat(CapacityKeys.ladder(three.with("rise", "double"))).containsExactly(50, 100, 200);
  }

  @Test
  void defaultsToTheWebPerformanceGoal() {
    assertThat(CapacityKeys.plan(settings(Map.of()))).isEqualTo(CapacityPlan.DEFAULT);
    assertThat(CapacityKeys.plan(settings(Map.of("errors_percent", 1L))).goal().errors())
        .isEqualTo(0.01);
  }

  @Test
  void onlyCapacityCasesHaveCapacityKeys() {
    assertThat(parameters("browse"))
        .containsKeys("users", "hold", "within")
        .doesNotContainKey("rate");
    assertThat(parameters("mixed"))
        .containsKeys("users", "rate")
        .doesNotContainKeys("hold", "levels");
    assertThat(parameters("record")).containsOnlyKeys("load", "rate", "message_bytes", "timeout");
  }

  private static Map<String, String> parameters(String load) {
    CaseSettings settings = settings(Map.of("load", load));
    return new GatlingCaseRunner(null, Path.of("."), Map.of())
        .parameters(new CasePlan("http/x", "gatling", Target.RECORDER, settings, Map.of()));
  }

  private static CaseSettings settings(Map<String, Object> given) {
    Map<String, Object> all = new HashMap<>();
    for (SettingKey key : GatlingCaseRunner.DIALECT.keys()) {
      key.defaultValue().ifPresent(value -> all.put(key.name(), value));
    }
    all.putAll(given);
    return new CaseSettings(all);
  }
}
