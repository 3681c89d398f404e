package io.perfline.sims.driver;

import io.perfline.core.environment.Environment;
import java.util.List;

/** Drives one protocol. It is stateless: the state of a case is in its {@link Session}. */
public interface Driver {

  /** Returns its name in workload files. */
  String name();

  /** Returns its settings of a case, in addition to the engine's own. */
  default List<SettingKey> keys() {
    return List.of();
  }

  /** Returns the possible targets; the first is the default. */
  default List<Target> targets() {
    return List.of(Target.DIRECT);
  }

  /** Returns the names of a request's exchanges in order; empty if it has only one. */
  default List<String> parts(CaseSettings settings) {
    return List.of();
  }

  /**
   * Checks that the environment contains the addresses of the servers.
   *
   * @throws io.perfline.core.command.Fault with exit code 2 if it does not
   */
  void check(Environment environment, Target target);

  /**
   * Prepares what a case needs (topics, a keyspace) under names that no other run uses.
   *
   * @param scope letters, digits and {@code _}, unique to this case of this run
   * @throws DriverException within some seconds if a server cannot be used; the message names the
   *     address, the reason and what to do
   */
  Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException;
}
