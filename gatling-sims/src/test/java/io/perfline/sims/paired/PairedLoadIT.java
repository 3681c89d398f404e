package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.Case;
import io.perfline.core.run.SlicePair;
import io.perfline.deploy.stack.TomcatServer;
import io.perfline.deploy.stack.TomcatSettings;
import io.perfline.deploy.tomcat.TextInterface;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The recorder against itself in a real Tomcat. */
@Timeout(300)
class PairedLoadIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home", ".."));
  private static final Path WAR = HOME.resolve("perf-app/target/recorder.war");

  @TempDir Path folder;

  @Test
  void measuresBothSidesInEveryDeploymentAndLeavesTheCandidate() throws Exception {
    TomcatSettings settings =
        TomcatSettings.defaults().withVariables(Map.of("RECORDER_STORE", "memory"));
    try (TomcatServer tomcat = TomcatServer.start(HOME, folder.resolve("tomcat"), settings)) {
      Environment environment = environment(tomcat);
      Contexts contexts = new TomcatContexts(environment, HOME, WAR, WAR);

      Case seen =
          new PairedLoad(contexts, Clock.systemUTC()).run(plan(), pace(), 42, 0, Progress.NONE);

      assertThat(seen.problems()).isEmpty();
      assertThat(seen.errors()).isEmpty();
      assertThat(seen.pairs()).hasSize(10);
      assertThat(seen.pairs())
          .extracting(SlicePair::deployment)
          .containsExactly(1, 1, 1, 1, 1, 2, 2, 2, 2, 2);
      assertThat(seen.pairs()).extracting(SlicePair::candidateFirst).contains(true, false);
      assertThat(seen.pairs())
          .allMatch(pair -> pair.candidate().requests() > 0 && pair.baseline().requests() > 0)
          .allMatch(pair -> pair.candidate().serviceTime().count() == pair.candidate().requests());
      assertThat(seen.requests())
          .isEqualTo(seen.pairs().stream().mapToLong(pair -> pair.candidate().requests()).sum())
          .isEqualTo(seen.responseTime().count());
      assertThat(seen.parameters()).containsEntry("seed", "42");
      assertThat(new TextInterface(tomcat.environment()).list())
          .contains("/recorder:running")
          .doesNotContain("/recorder-baseline");
    }
  }

  private static Pace pace() {
    return new Pace(Duration.ofMillis(500), Duration.ofSeconds(2));
  }

  private static CasePlan plan() {
    Map<String, Object> values = new HashMap<>();
    for (SettingKey key : PairedKeys.keys()) {
      key.otherwise().ifPresent(value -> values.put(key.name(), value));
    }
    values.put("slice", Duration.ofMillis(100));
    values.put("connections", 2L);
    return new CasePlan(
        "paired/record", "paired", Target.RECORDER, new CaseSettings(values), Map.of());
  }

  private Environment environment(TomcatServer tomcat) throws IOException {
    Path file = folder.resolve("environment.yml");
    Files.write(
        file,
        List.of(
            "name: test",
            "tomcat:",
            "  manager: " + tomcat.environment().manager(),
            "  user: ${USER_NAME}",
            "  password: ${PASSWORD}",
            "recorder:",
            "  url: " + tomcat.url() + "/recorder"));
    return Environment.load(
        file,
        Map.of(
            "USER_NAME", tomcat.environment().user(),
            "PASSWORD", tomcat.environment().password()));
  }
}
