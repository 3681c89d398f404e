package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.RecorderService;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.JvmMeter;
import java.net.URI;
import java.util.Optional;

/** Where one build of the service runs at a time. */
interface ServiceInstance extends AutoCloseable {

  /**
   * Returns {@code around} with the service at {@code url} and its other entry points unchanged.
   */
  static Environment at(URI url, Environment around) {
    if (!around.hasService()) {
      return around.at(url);
    }
    RecorderService other = around.recorder();
    return around.with(
        new RecorderService(url, other.kryonet(), other.topicIn(), other.topicAcks()));
  }

  /** The servers around it, with the entry points of the build that runs there. */
  Environment environment();

  /** Its address, without a slash at its end. */
  default URI url() {
    return environment().service();
  }

  /**
   * Has a build run there, in place of what did; doesn't wait until it is ready.
   *
   * @throws io.perfline.core.command.Fault exit code 3 when that can't be done
   */
  void run(BuildOfService build) throws InterruptedException;

  /** Returns whether the running service may still become ready. */
  default boolean mayBecomeReady() {
    return true;
  }

  /** The end of its log; empty when it has none. */
  default String lastWords() {
    return "";
  }

  /** Its process, when it is one of this machine. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  /**
   * Returns how its process ended by itself, such as {@code exit code 3}, with the end of its log;
   * empty if it runs, was not started or is not of this machine.
   */
  default Optional<String> ended() {
    return Optional.empty();
  }

  /** Returns true where one process runs the builds of both instances. */
  default boolean sharesProcessWith(ServiceInstance other) {
    return false;
  }

  /** Reads what it uses; nothing where only the service itself could tell. */
  default Optional<CostMeter> meter() {
    return process().map(process -> JvmMeter.of(process.pid()));
  }

  /** Why there is no meter. */
  String unmetered();

  /** Ends whatever build runs there, also one that was deployed before. */
  default void vacate() throws InterruptedException {
    close();
  }

  /** Ends what runs there. */
  @Override
  void close();
}
