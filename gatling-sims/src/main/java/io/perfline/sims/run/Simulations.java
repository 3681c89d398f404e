package io.perfline.sims.run;

import io.perfline.core.command.ToolHome;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.sims.drain.DrainKeys;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import io.perfline.sims.driver.etcd.EtcdDriver;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.redis.RedisDriver;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that can be measured: the cases that there are, and who measures them. */
final class Simulations {

  /** Every driver that a workload may name: the one place that knows them all. */
  private static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(
              new RecorderRows(new CassandraDriver()),
              new Recorded(new HttpDriver()),
              new Recorded(new KafkaDriver()),
              new Recorded(new KryonetDriver()),
              new RedisDriver(),
              new EtcdDriver())
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  private final Map<String, Driver> drivers;
  private final List<CasePlan> catalogue;
  private final Project project;
  private final Supplier<Map<String, ProcessHandle>> servers;

  private Simulations(
      Map<String, Driver> drivers,
      List<CasePlan> catalogue,
      Project project,
      Supplier<Map<String, ProcessHandle>> servers) {
    this.drivers = drivers;
    this.catalogue = catalogue;
    this.project = project;
    this.servers = servers;
  }

  /**
   * The workloads of the tool, which in a checkout is {@code home}. Gatling's steady rate comes
   * before what fills the stores: their flushing goes on behind their case.
   *
   * @param home whose local stack may hold the servers
   */
  static Simulations ofWorkloads(Path home) {
    List<Dialect> dialects =
        Stream.concat(
                Stream.of(GatlingCase.DIALECT, PairedCases.DIALECT, DrainKeys.DIALECT),
                DRIVERS.values().stream().map(Simulations::dialect))
            .toList();
    List<CasePlan> plans =
        Workloads.read(ToolHome.of(home).resolve("gatling-sims/workloads"), dialects).stream()
            .sorted(
                Comparator.comparing(plan -> !plan.driver().equals(GatlingCase.DIALECT.driver())))
            .toList();
    return new Simulations(DRIVERS, plans, null, () -> LocalServers.of(home));
  }

  /**
   * The loads of a team's own service.
   *
   * @param drivers of them, by name
   * @param servers the processes of the service that live now
   */
  static Simulations of(
      Project project, Map<String, Driver> drivers, Supplier<Map<String, ProcessHandle>> servers) {
    return new Simulations(drivers, ProjectCases.of(project, drivers), project, servers);
  }

  /** Every case that there is. */
  List<CasePlan> catalogue() {
    return catalogue;
  }

  /**
   * What measures a plan.
   *
   * @param folder the run's
   */
  CaseRunner runner(CasePlan plan, Environment environment, Path folder, Clock clock) {
    Driver driver = drivers.get(plan.driver());
    if (driver != null) {
      return new EngineCase(driver, environment, folder, clock, servers.get());
    }
    if (plan.driver().equals(CapacityCase.DRIVER)) {
      Driver scenarios = drivers.get(ScenarioDriver.SCENARIO);
      return new CapacityCase(scenarios, environment, folder, clock, servers.get());
    }
    return project == null
        ? new GatlingCase(environment, folder, servers.get())
        : new SimulationCase(project, environment, folder, servers.get());
  }

  private static Dialect dialect(Driver driver) {
    List<SettingKey> keys =
        Stream.concat(LoadKeys.keys().stream(), driver.keys().stream()).toList();
    return new Dialect(driver.name(), keys, driver.targets(), true);
  }
}
