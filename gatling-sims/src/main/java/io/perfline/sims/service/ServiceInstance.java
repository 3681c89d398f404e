package io.perfline.sims.service;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.RecorderService;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.JvmMeter;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A place where one build of the service runs at a time. */
interface ServiceInstance extends AutoCloseable {

  /** Returns {@code around} with the service at {@code url} and everything else unchanged. */
  static Environment at(URI url, Environment around) {
    if (!around.hasService()) {
      return around.at(url);
    }
    RecorderService other = around.recorder();
    return around.with(
        new RecorderService(url, other.kryonet(), other.topicIn(), other.topicAcks()));
  }

  /** Returns the environment with the entry points of this instance. */
  Environment environment();

  /** Returns its address, without a slash at the end. */
  default URI url() {
    return environment().service();
  }

  /**
   * Starts a build in place of the running one, without waiting until it is ready.
   *
   * @throws io.perfline.core.command.Fault exit code 3 if it cannot be started
   */
  void run(BuiltService build) throws InterruptedException;

  /** Returns whether the running service may still become ready. */
  default boolean mayBecomeReady() {
    return true;
  }

  /** Returns the end of its log; empty if it has none. */
  default String lastWords() {
    return "";
  }

  /** Returns the line of its log that contains the reason of its failure, if any. */
  default Optional<String> reason() {
    return Optional.empty();
  }

  /** Returns its process, if it runs on this machine. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  /**
   * Returns how the process ended by itself, such as {@code exit code 3}, with the end of its log;
   * empty if it runs, was not started, or is on another machine.
   */
  default Optional<String> ended() {
    return Optional.empty();
  }

  /**
   * Returns how the first server that the service needs ended by itself, by the server's name;
   * empty if all run or there are none.
   */
  default Optional<Map.Entry<String, String>> endedNeed() {
    return Optional.empty();
  }

  /** Returns the processes of shared servers on this machine that work for this build. */
  default Stream<ProcessHandle> sharedServers() {
    return Stream.empty();
  }

  /** Returns how much of the disk the servers use that the service needs; empty for none. */
  default String usedDisk() {
    return "";
  }

  /** Fills the servers that the service needs, once after each start; called when it is ready. */
  default void seed() throws InterruptedException {}

  /** Restores the data of the servers that the service needs. */
  default void reset() throws InterruptedException {}

  /** Returns whether one process runs the builds of both instances. */
  default boolean sharesProcessWith(ServiceInstance other) {
    return false;
  }

  /** Returns its meter; empty if only the service itself could report its resources. */
  default Optional<CostMeter> meter() {
    return process().map(process -> JvmMeter.of(process.pid()));
  }

  /** Returns a meter that also reads the resources of the servers that the service needs. */
  default CostMeter withNeeds(CostMeter own) {
    return own;
  }

  /** Returns the reason why there is no meter. */
  String unmetered();

  /** Stops any build that runs there, even one that was deployed earlier by another process. */
  default void vacate() throws InterruptedException {
    close();
  }

  /** Stops the build that was started. */
  @Override
  void close();
}
