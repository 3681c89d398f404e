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
import io.perfline.sims.recorder.EmptiedContexts;
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

  /** The local stack's part, and the variable by which an environment file takes it. */
  private static final String KAFKA = "kafka";

  private static final String KAFKA_PORT = "PERF_KAFKA_PORT";

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
    Contexts contexts = options.contexts(environment, home);
    boolean own =
        LocalServers.of(home).containsKey(KAFKA) && environment.variables().contains(KAFKA_PORT);
    return own ? new EmptiedContexts(contexts, environment.kafka()) : contexts;
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
