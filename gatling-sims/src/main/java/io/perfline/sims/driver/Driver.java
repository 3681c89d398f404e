package io.perfline.sims.driver;

import io.perfline.core.environment.Environment;
import java.util.List;

/** Speaks one protocol. Stateless: what belongs to a case lives in its {@link Session}. */
public interface Driver {

  /** The name that a workload file calls it by. */
  String name();

  /** The settings it takes from a case, beside the engine's own. */
  List<SettingKey> keys();

  /** What it can be aimed at; the first is the default. */
  List<Target> targets();

  /**
   * What the exchanges are called that a request of a case is made of, in order, each of which is
   * measured too; empty when it is one.
   */
  default List<String> parts(CaseSettings settings) {
    return List.of();
  }

  /**
   * Looks whether the environment says where the servers are.
   *
   * @throws io.perfline.core.command.Fault exit code 2 when it doesn't
   */
  void check(Environment environment, Target target);

  /**
   * Prepares what a case needs (topics, a keyspace), under names that no other run uses.
   *
   * @param environment where the servers are
   * @param target the store alone, or the recorder before it
   * @param scope letters, digits and {@code _}, unique to this case of this run
   * @param settings the case's settings
   * @throws DriverException when it can't: names the address, the reason and what to do; within
   *     some seconds, however dead the server
   */
  Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException;
}
