package io.perfline.sims.driver.http;

import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Connects a scenario's requests with a service by one protocol. */
@FunctionalInterface
public interface ScenarioConnections {

  /**
   * Checks what can be checked before the service runs.
   *
   * @throws io.perfline.core.command.Fault exit code 2 if the scenario cannot be run
   */
  default void check(HttpAddress service) {}

  /**
   * Returns a session whose connections send the requests.
   *
   * @param requests returns the requests of the connection with an index
   * @param timeout of a request
   * @param numbers those of the sessions of all connections
   * @param failures returns the first failures of {@code requests}
   */
  Session open(
      HttpAddress service,
      IntFunction<Requests> requests,
      Duration timeout,
      List<RowNumbers> numbers,
      Supplier<List<FailedAnswer>> failures);
}
