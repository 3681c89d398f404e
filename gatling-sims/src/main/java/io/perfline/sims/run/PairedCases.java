package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.core.run.Case;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.CostMeters;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.paired.Judgement;
import io.perfline.sims.paired.PairedCasePlan;
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
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures the cases that are compared with a baseline, all together. */
final class PairedCases {

  /** Those of the recorder's ways in. */
  private static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(new HttpDriver(), new KafkaDriver(), new KryonetDriver())
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  /** What a workload for paired cases may say. */
  static final Dialect DIALECT = PairedKeys.dialect(DRIVERS.values());

  private final PairedOptions options;
  private final Environment environment;
  private final Path home;
  private final Clock clock;
  private final Judgement judgement;

  PairedCases(
      PairedOptions options, Environment environment, Path home, Clock clock, Judgement judgement) {
    this.options = options;
    this.environment = environment;
    this.home = home;
    this.clock = clock;
    this.judgement = judgement;
  }

  /**
   * Looks whether the environment says where both applications' ways in are.
   *
   * @throws io.perfline.core.command.Fault exit code 2 when it doesn't
   */
  void check(CasePlan plan) {
    Driver driver = DRIVERS.get(plan.settings().choice("of"));
    driver.check(environment, Target.RECORDER);
    driver.check(environment.atBaseline(), Target.RECORDER);
    environment.tomcat();
    options.contexts(environment, home);
  }

  /** Measures all of them in the same deployments; nothing when nothing changed that runs. */
  List<Case> run(List<CasePlan> plans, String profile, Function<CasePlan, Progress> progress)
      throws InterruptedException {
    Optional<String> unchanged = options.unchanged();
    if (unchanged.isPresent()) {
      return plans.stream()
          .map(plan -> unchanged(plan, plan.paces().get(profile), unchanged.get()))
          .toList();
    }
    List<PairedCasePlan> paired =
        plans.stream()
            .map(
                plan ->
                    new PairedCasePlan(
                        plan, plan.paces().get(profile), before(plan), progress.apply(plan)))
            .toList();
    try (CostMeter server = CostMeters.of(environment, LocalServers.of(home))) {
      return new PairedLoad(options.contexts(environment, home), DRIVERS, judgement, server, clock)
          .run(paired, options.seed());
    }
  }

  private Case unchanged(CasePlan plan, Pace pace, String why) {
    Map<String, String> settings = LoadKeys.complete(plan.settings()).asText();
    return Unmeasured.of(plan, settings, pace, clock.instant(), List.of()).toBuilder()
        .unchanged(why)
        .build();
  }

  private int before(CasePlan plan) {
    return options.addition().map(run -> run.deployments(plan.name())).orElse(0);
  }
}
