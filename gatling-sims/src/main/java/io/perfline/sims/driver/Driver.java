package io.perfline.sims.driver;

import io.perfline.core.environment.Environment;
import java.net.URI;
import java.util.List;

/** A protocol driver. It is stateless: the state of a case is in its {@link Session}. */
public interface Driver {

  /** Returns its name in workload files. */
  String name();

  /**
   * Returns the settings that a case with this driver may have, in addition to the engine's own.
   */
  default List<SettingKey> keys() {
    return List.of();
  }

  /** Returns the possible targets; the first is the default. */
  default List<Target> targets() {
    return List.of(Target.DIRECT);
  }

  /**
   * Returns the names of the exchanges that make up a request, in order; empty if there is only
   * one.
   */
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
   * Waits for the recorder that a case with {@link Target#RECORDER} loads, and returns its address.
   * Called before {@link #open}, because the messages in its store are counted from then on.
   *
   * @throws DriverException if the recorder does not become ready
   */
  default URI recorder(Environment environment) throws InterruptedException {
    URI recorder = environment.recorder().url();
    new RecorderAnswers(recorder).awaitReady();
    return recorder;
  }

  /**
   * Starts a session. It creates what the case needs (topics, a keyspace) under names that no other
   * run uses.
   *
   * @param scope a name of letters, digits and {@code _}, which is unique to this case of this run
   * @throws DriverException within some seconds if a server cannot be used; the message names the
   *     address, the reason and the remedy
   */
  Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException;
}
