package io.perfline.sims.run;

import io.perfline.deploy.environment.Environment;
import io.perfline.gate.run.Case;
import io.perfline.sims.driver.Key;
import io.perfline.sims.driver.Settings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.gatling.GatlingLoad;
import io.perfline.sims.gatling.HttpLoad;
import io.perfline.sims.gatling.HttpResult;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Dialect;
import io.perfline.sims.workload.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Measures one case over HTTP with Gatling. */
final class GatlingCase implements CaseRunner {

  private static final String RATE = "rate";
  private static final String MESSAGE_BYTES = "message_bytes";
  private static final String TIMEOUT = "timeout";

  /** What a workload for Gatling may say. */
  static final Dialect DIALECT =
      new Dialect(
          "gatling",
          List.of(
              Key.count(RATE, 100L, "requests a second"),
              Key.count(MESSAGE_BYTES, 100L, "data in a message, before base64"),
              Key.duration(TIMEOUT, Duration.ofSeconds(10), "when a request is unanswered")),
          List.of(Target.RECORDER));

  private final Environment environment;
  private final Path folder;

  GatlingCase(Environment environment, Path folder) {
    this.environment = environment;
    this.folder = folder;
  }

  @Override
  public void check(CasePlan plan) {
    environment.recorder();
  }

  @Override
  public Case run(CasePlan plan, Pace pace, String scope, Progress progress)
      throws InterruptedException {
    Settings settings = plan.settings();
    HttpLoad load =
        HttpLoad.record(
            environment.recorder().url(),
            settings.count(RATE),
            settings.number(MESSAGE_BYTES),
            pace.warmUp(),
            pace.duration(),
            settings.duration(TIMEOUT));
    HttpResult result =
        new GatlingLoad(folder)
            .run(
                plan.name(),
                settings.asText(),
                load,
                elapsed -> progress.tick(elapsed, Double.NaN, 0));
    return result.measured();
  }
}
