package io.perfline.sims.cases;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.run.ToolResults;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import io.perfline.sims.driver.etcd.EtcdDriver;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.redis.RedisDriver;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.ProjectSpec;
import io.perfline.sims.workload.SimulationSpec;
import io.perfline.sims.workload.WorkloadSchema;
import io.perfline.sims.workload.Workloads;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All cases of a project, with their runners.
 *
 * @param catalogue every case
 * @param servers returns the local processes that run now, by name
 */
public record Simulations(
    Project project,
    ProjectDrivers own,
    List<CasePlan> catalogue,
    Supplier<Map<String, ProcessHandle>> servers) {

  /** Every driver that a workload can name; no other place lists them all. */
  private static final Map<String, Driver> DRIVERS =
      Stream.<Driver>of(
              new CassandraThroughRecorder(new CassandraDriver()),
              new HttpDriver(),
              new KafkaDriver(),
              new KryonetDriver(),
              new RedisDriver(),
              new EtcdDriver())
          .collect(Collectors.toMap(Driver::name, Function.identity()));

  /**
   * Finds the cases of a project's workloads and loads.
   *
   * @param environment the environment variables of the process
   */
  public static Simulations of(Project project, Map<String, String> environment) {
    ProjectDrivers own = ProjectDrivers.of(project, environment);
    List<CasePlan> catalogue = new ArrayList<>();
    if (project.workloads() != null) {
      Set<String> twice = new TreeSet<>(own.names());
      twice.retainAll(DRIVERS.keySet());
      if (!twice.isEmpty()) {
        throw Fault.configuration(
            "%s: drivers: %s are names of perfline's own drivers".formatted(project.file(), twice));
      }
      catalogue.addAll(workloads(project.workloads()));
    }
    if (project.service() != null) {
      catalogue.addAll(ProjectCases.of(project, own));
    }
    return new Simulations(project, own, catalogue, Map::of);
  }

  /**
   * Reads the workload files. Gatling's steady rate comes first, because stores that other loads
   * have filled continue to flush afterwards.
   */
  private static List<CasePlan> workloads(Path folder) {
    List<WorkloadSchema> dialects =
        Stream.concat(
                Stream.of(
                    GatlingCaseRunner.DIALECT,
                    PairedKeys.dialect(DrainKeys.DRIVERS.values()),
                    DrainKeys.DIALECT),
                DRIVERS.values().stream().map(Simulations::dialect))
            .toList();
    return Workloads.read(folder, dialects).stream()
        .sorted(Comparator.comparing(plan -> !isGatling(plan)))
        .toList();
  }

  private static boolean isGatling(CasePlan plan) {
    return plan.driver().equals(GatlingCaseRunner.DIALECT.driver());
  }

  /**
   * Returns these simulations with servers on this machine.
   *
   * @param servers returns their running processes by name
   */
  public Simulations on(Supplier<Map<String, ProcessHandle>> servers) {
    return new Simulations(project, own, catalogue, servers);
  }

  public Driver ofPaired(CasePlan plan) {
    return plan.load() instanceof ProjectSpec spec
        ? own.of(spec.load())
        : DrainKeys.DRIVERS.get(plan.settings().choice(WorkloadSchema.OF));
  }

  /**
   * @param folder the folder of the run
   */
  public CaseRunner runner(
      CasePlan plan, Environment environment, Path folder, Clock clock, ToolResults tools) {
    Map<String, ProcessHandle> running = servers.get();
    if (plan.load() instanceof ProgramSpec) {
      return new ProgramCaseRunner(project, environment, folder, tools);
    }
    if (plan.load() instanceof SimulationSpec) {
      return new SimulationRunner(project, environment, folder, running);
    } else if (plan.load() instanceof ProjectSpec spec) {
      return plan.driver().equals(CapacitySearchRunner.DRIVER)
          ? new CapacitySearchRunner(own, environment, folder, clock, running)
          : new EngineCaseRunner(own.of(spec.load()), environment, folder, clock, running);
    }
    return isGatling(plan)
        ? new GatlingCaseRunner(environment, folder, running)
        : new EngineCaseRunner(DRIVERS.get(plan.driver()), environment, folder, clock, running);
  }

  private static WorkloadSchema dialect(Driver driver) {
    List<SettingKey> keys =
        Stream.concat(LoadKeys.keys().stream(), driver.keys().stream()).toList();
    return new WorkloadSchema(driver.name(), keys, driver.targets(), true);
  }
}
