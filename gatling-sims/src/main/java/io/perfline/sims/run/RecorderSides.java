package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.CostMeters;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.paired.Contexts;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The recorder and its baseline, two contexts of the environment's Tomcat. */
record RecorderSides(PairedOptions options, Environment environment, Path home)
    implements PairedSides {

  /** Those of the recorder's ways in. */
  static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(new HttpDriver(), new KafkaDriver(), new KryonetDriver())
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  @Override
  public Map<String, Driver> drivers() {
    return DRIVERS;
  }

  @Override
  public void check(CasePlan plan) {
    Driver driver = DRIVERS.get(plan.settings().choice(PairedKeys.OF));
    driver.check(environment, Target.RECORDER);
    driver.check(environment.atBaseline(), Target.RECORDER);
    environment.tomcat();
    contexts();
  }

  @Override
  public Contexts contexts() {
    return options.contexts(environment, home);
  }

  @Override
  public CostMeter meter() {
    return CostMeters.of(environment, LocalServers.of(home));
  }

  @Override
  public List<Long> jvms() {
    return CostMeters.localTomcat(environment, LocalServers.of(home)).stream()
        .map(ProcessHandle::pid)
        .toList();
  }

  @Override
  public List<Path> archives() {
    return options.archives(home);
  }
}
