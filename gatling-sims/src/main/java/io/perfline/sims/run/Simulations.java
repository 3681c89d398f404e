package io.perfline.sims.run;

import io.perfline.core.command.ToolHome;
import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Dialect;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.Workloads;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every driver that there is: the one place that knows them all. */
final class Simulations {

  private static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(
              new RecorderRows(new CassandraDriver()),
              new Recorded(new HttpDriver()),
              new Recorded(new KafkaDriver()),
              new Recorded(new KryonetDriver()))
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  private Simulations() {}

  /**
   * What measures a plan.
   *
   * @param folder the run's
   * @param home root of the checkout, whose local stack may hold the servers
   */
  static CaseRunner runner(
      CasePlan plan, Environment environment, Path folder, Clock clock, Path home) {
    Driver driver = DRIVERS.get(plan.driver());
    return driver == null
        ? new GatlingCase(environment, folder, LocalServers.of(home))
        : new EngineCase(driver, environment, folder, clock, LocalServers.of(home));
  }

  /**
   * Every case that the workloads of the tool define, which in a checkout is {@code home}.
   * Gatling's steady rate comes before what fills the stores: their flushing goes on behind their
   * case.
   */
  static List<CasePlan> catalogue(Path home) {
    List<Dialect> dialects =
        Stream.concat(
                Stream.of(GatlingCase.DIALECT, PairedCases.DIALECT),
                DRIVERS.values().stream().map(Simulations::dialect))
            .toList();
    return Workloads.read(ToolHome.of(home).resolve("gatling-sims/workloads"), dialects).stream()
        .sorted(Comparator.comparing(plan -> !plan.driver().equals(GatlingCase.DIALECT.driver())))
        .toList();
  }

  private static Dialect dialect(Driver driver) {
    List<SettingKey> keys =
        Stream.concat(LoadKeys.keys().stream(), driver.keys().stream()).toList();
    return new Dialect(driver.name(), keys, driver.targets(), true);
  }
}
