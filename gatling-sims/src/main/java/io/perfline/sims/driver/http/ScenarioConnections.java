package io.perfline.sims.driver.http;

import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Connects the requests of a scenario with a service by one protocol. */
@FunctionalInterface
public interface ScenarioConnections {

  /**
   * Checks everything that can be checked before the service runs.
   *
   * @throws io.perfline.core.command.Fault exit code 2 if the scenario cannot be run
   */
  default void check(HttpAddress service) {}

  /**
   * Returns a session whose connections send the requests.
   *
   * @param requests returns the requests of the connection with an index
   * @param timeout the timeout of a request
   * @param numbers the numbers of the sessions of all connections
   * @param failures returns the first failures of {@code requests}
   */
  Session open(
      HttpAddress service,
      IntFunction<Requests> requests,
      Duration timeout,
      List<RowNumbers> numbers,
      Supplier<List<FailedAnswer>> failures);
}
