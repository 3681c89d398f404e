package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForecastTest {

  @Test
  void forecastsThePlannedAndTheLongestLoad() {
    CasePlan alone = plan("http/record", "http", 10, 10);
    CasePlan compared = plan("paired/record", PairedKeys.DRIVER, 12, 168);

    assertThat(Forecast.of(List.of(alone), "commit").text()).isEqualTo("about 1 minute: 1 case");
    assertThat(Forecast.of(List.of(alone, alone, compared), "commit").text())
        .isEqualTo("about 1 to 8 minutes: 2 cases and 1 comparison");
  }

  private static CasePlan plan(String name, String driver, int seconds, int max) {
    Map<String, Object> values = new HashMap<>();
    PairedKeys.dialect(List.of())
        .keys()
        .forEach(key -> key.defaultValue().ifPresent(value -> values.put(key.name(), value)));
    Duration warmUp = Duration.ofSeconds(4);
    Durations durations =
        new Durations(warmUp, warmUp, Duration.ofSeconds(seconds), Duration.ofSeconds(max));
    return new CasePlan(
        name, driver, Target.RECORDER, new CaseSettings(values), Map.of("commit", durations));
  }
}
