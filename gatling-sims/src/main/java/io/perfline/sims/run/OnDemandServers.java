package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.StackStage;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.workload.CasePlan;
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
 * Servers that some cases need in addition to the stack's first parts (second nodes, Redis and
 * etcd): these cases come last, and before the first of them the local stack starts what they need.
 * Elsewhere the servers are what they are, and a case that they can't take reports that.
 */
final class OnDemandServers {
  private static final Set<String> STORES = Set.of("kafka", "cassandra", "redis", "etcd");

  private static final Set<String> OPTIONAL = Set.of("redis", "etcd");

  private final Path environment;
  private final Set<String> local;
  private boolean started;
  private String failure;

  /**
   * @param environment the environment's file
   * @param variables that it takes from the process or the local stack
   */
  OnDemandServers(Path environment, Set<String> variables) {
    this.environment = environment;
    local = new TreeSet<>(STORES);
    local.removeIf(
        store -> !variables.contains("PERF_" + store.toUpperCase(Locale.ROOT) + "_PORT"));
  }

  /**
   * The plans whose servers the environment knows. Redis and etcd it may lack: their cases are left
   * out then, unless they were asked for.
   */
  static List<CasePlan> there(List<CasePlan> plans, Environment environment) {
    return plans.stream()
        .filter(plan -> !OPTIONAL.contains(plan.driver()) || environment.has(plan.driver()))
        .toList();
  }

  /** The plans in their order, those that need a second node last. */
  static List<CasePlan> last(List<CasePlan> plans) {
    return plans.stream().sorted(Comparator.comparing(OnDemandServers::needs)).toList();
  }

  /** Returns whether a case needs more than the initial servers. */
  static boolean needs(CasePlan plan) {
    return !parts(plan).isEmpty();
  }

  /** The parts that a case needs in addition to the first ones; none when it brings its own. */
  private static List<String> parts(CasePlan plan) {
    CaseSettings settings = plan.settings();
    String store = plan.driver();
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
   * Starts what {@code plans} need of the local stack, once, when {@code next} is the first to need
   * it. It stays up until the stack goes down: a node that leaves takes its rows with it.
   *
   * @throws DriverException for this case and every other that needs them, when they did not start
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
