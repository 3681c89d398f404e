package io.perfline.sims.run;

import io.perfline.deploy.DeployMain;
import io.perfline.deploy.command.Fault;
import io.perfline.sims.driver.Settings;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The second broker and node that some cases need: they come last, and before the first of them the
 * local stack starts what they need. Elsewhere the servers are what they are, and a case that they
 * can't take says so.
 */
final class SecondNodes {
  private static final Set<String> STORES = Set.of("kafka", "cassandra");

  private final Path home;
  private final Path environment;
  private final Set<String> local;
  private boolean started;

  /**
   * @param home root of the checkout
   * @param environment the environment's file
   * @param variables that it takes from the process or the local stack
   */
  SecondNodes(Path home, Path environment, Set<String> variables) {
    this.home = home;
    this.environment = environment;
    local = new TreeSet<>(STORES);
    local.removeIf(
        store -> !variables.contains("PERF_" + store.toUpperCase(Locale.ROOT) + "_PORT"));
  }

  /** The plans in their order, those that need a second node last. */
  static List<CasePlan> last(List<CasePlan> plans) {
    return plans.stream().sorted(Comparator.comparing(SecondNodes::needs)).toList();
  }

  /** Whether a case takes two nodes of its store. */
  static boolean needs(CasePlan plan) {
    Settings settings = plan.settings();
    return settings.has("replicas") && settings.count("replicas") > 1;
  }

  /**
   * Starts what {@code plans} need of the local stack, once, when {@code next} is the first to need
   * it. It stays up until the stack goes down: a node that leaves takes its rows with it.
   */
  void before(CasePlan next, List<CasePlan> plans) throws InterruptedException {
    if (started || !needs(next)) {
      return;
    }
    started = true;
    List<String> parts =
        plans.stream()
            .filter(SecondNodes::needs)
            .map(CasePlan::driver)
            .filter(local::contains)
            .map(store -> store + "-2")
            .distinct()
            .toList();
    if (!parts.isEmpty()) {
      start(String.join(",", parts));
    }
  }

  private void start(String parts) throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dperf.home=" + home);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(DeployMain.class.getName());
    command.addAll(List.of("stack", "up", "--with", parts));
    command.addAll(List.of("--environment", environment.toString()));
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      // When it fails, it has said why, and the cases are refused by the node that is alone.
      int unused = process.waitFor();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot start the stack's second nodes " + parts, e);
    }
  }
}
