package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.Case;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedLoad;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Dialect;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.Pace;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Measures one case against a baseline. */
final class PairedCase implements CaseRunner {

  /** What a workload for paired cases may say. */
  static final Dialect DIALECT = new Dialect("paired", PairedKeys.keys(), List.of(Target.RECORDER));

  private final PairedOptions options;
  private final Environment environment;
  private final Path home;
  private final Clock clock;

  PairedCase(PairedOptions options, Environment environment, Path home, Clock clock) {
    this.options = options;
    this.environment = environment;
    this.home = home;
    this.clock = clock;
  }

  @Override
  public void check(CasePlan plan) {
    environment.recorder();
    environment.tomcat();
    options.contexts(environment, home);
  }

  @Override
  public Map<String, String> parameters(CasePlan plan) {
    return LoadKeys.complete(plan.settings()).asText();
  }

  @Override
  public boolean hasLoad(CasePlan plan, Shard shard) {
    return shard.of() == 1;
  }

  @Override
  public Case run(CasePlan plan, Pace pace, CaseSlot turn, Progress progress)
      throws InterruptedException {
    return new PairedLoad(options.contexts(environment, home), clock)
        .run(
            plan,
            pace,
            options.seed(),
            options.addition().map(run -> run.deployments(plan.name())).orElse(0),
            progress);
  }
}
