package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CaseListingTest {

  private final StringWriter output = new StringWriter();
  private final CaseListing listing = new CaseListing(new PrintWriter(output, true));

  @Test
  void listsTheLoadTimeOfAProfile() {
    listing.profile(
        List.of(plan("kafka/a", 4, 8, 10), plan("kafka/b", 4, 8, 10), plan("http/c", 20, 20, 60)),
        "nightly");

    assertThat(output.toString().lines())
        .containsExactly(
            "kafka/a                                  direct   14.0–18.0 s",
            "kafka/b                                  direct   14.0–18.0 s",
            "http/c                                   direct   80.0 s",
            "",
            "kafka          2 cases, load for 0.5–0.6 min",
            "http           1 cases, load for 1.3 min",
            "all            3 cases, load for 1.8–1.9 min");
  }

  private static CasePlan plan(String name, int warmUp, int max, int seconds) {
    Durations durations =
        new Durations(
            Duration.ofSeconds(warmUp), Duration.ofSeconds(max), Duration.ofSeconds(seconds));
    return new CasePlan(
        name, "any", Target.DIRECT, new CaseSettings(Map.of()), Map.of("nightly", durations));
  }
}
