package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.StackStage;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.WorkloadSpec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Starts servers of the local stack that only some cases need: second nodes, Redis and etcd. These
 * cases come last, and the servers start before the first of them. Other environments are not
 * changed; a case that they do not suffice for reports that.
 */
final class OnDemandServers {
  private static final Set<String> STORES = Set.of("kafka", "cassandra", "redis", "etcd");

  private static final Set<String> OPTIONAL = Set.of("redis", "etcd");

  private final Path environment;
  private final Set<String> local;
  private boolean started;
  private String failure;

  /**
   * @param environment the environment file
   * @param variables its variables that the process or the local stack sets
   */
  OnDemandServers(Path environment, Set<String> variables) {
    this.environment = environment;
    local = new TreeSet<>(STORES);
    local.removeIf(
        store -> !variables.contains("PERF_" + store.toUpperCase(Locale.ROOT) + "_PORT"));
  }

  /**
   * Returns the plans whose servers the environment describes. Cases of Redis and etcd are left out
   * without them, unless they were asked for.
   */
  static List<CasePlan> available(List<CasePlan> plans, Environment environment) {
    return plans.stream()
        .filter(
            plan ->
                !(plan.load() instanceof WorkloadSpec)
                    || !OPTIONAL.contains(plan.driver())
                    || environment.has(plan.driver()))
        .toList();
  }

  /** Returns the plans in their order, with those that need a second node last. */
  static List<CasePlan> last(List<CasePlan> plans) {
    return plans.stream().sorted(Comparator.comparing(OnDemandServers::needs)).toList();
  }

  /** Returns whether a case needs more than the initial servers. */
  static boolean needs(CasePlan plan) {
    return !parts(plan).isEmpty();
  }

  /** Returns the additional parts that a case needs; none if it starts its own servers. */
  private static List<String> parts(CasePlan plan) {
    CaseSettings settings = plan.settings();
    String store = plan.driver();
    if (!(plan.load() instanceof WorkloadSpec)) {
      return List.of(); // a project's own driver may have the same name
    }
    if (settings.has("replicas") && settings.count("replicas") > 1) {
      return List.of(store + "-2");
    }
    return switch (store) {
      case "redis" -> List.of(store);
      case "etcd" ->
          settings.count("members") == 1
              ? List.of(store)
              : List.of(store + "-1", store + "-2", store + "-3");
      default -> List.of();
    };
  }

  /**
   * Starts the parts of the local stack that {@code plans} need, once, if {@code next} is the first
   * plan to need them. They run until the stack stops, because a node that leaves takes its rows
   * with it.
   *
   * @throws DriverException for every case that needs them, if they did not start
   */
  void before(CasePlan next, List<CasePlan> plans) throws InterruptedException {
    if (!needs(next)) {
      return;
    }
    if (!started) {
      started = true;
      failure = start(plans);
    }
    if (failure != null) {
      throw new DriverException(failure);
    }
  }

  private String start(List<CasePlan> plans) throws InterruptedException {
    Set<String> parts =
        plans.stream()
            .filter(plan -> local.contains(plan.driver()))
            .flatMap(plan -> parts(plan).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (parts.isEmpty()) {
      return null;
    }
    try {
      new StackStage(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
          .up(environment, parts, null);
      return null;
    } catch (Fault fault) {
      return "the stack's %s did not start: %s"
          .formatted(String.join(",", parts), fault.getMessage());
    }
  }
}
