package io.perfline.sims.driver.grpc;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.http.HttpAddress;
import io.perfline.sims.driver.http.Requests;
import io.perfline.sims.driver.http.ScenarioConnections;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Connects a scenario of gRPC calls with a service.
 *
 * @param http2 opens the connections that the calls share
 */
public record GrpcConnections(Scenario scenario, ScenarioConnections http2)
    implements ScenarioConnections {

  /**
   * Checks methods and messages, if the scenario names a proto file.
   *
   * @throws Fault exit code 2 if one of them is wrong
   */
  @Override
  public void check(HttpAddress service) {
    if (!service.path().equals("/")) {
      throw Fault.configuration(
          "%s: a gRPC service has an address without a path: leave out %s"
              .formatted(service, service.path()));
    }
    if (scenario.proto() != null) {
      described();
    }
  }

  @Override
  public Session open(
      HttpAddress service,
      IntFunction<Requests> requests,
      Duration timeout,
      List<RowNumbers> numbers,
      Supplier<List<FailedAnswer>> failures) {
    GrpcServices services = scenario.proto() == null ? reflected(service) : described();
    return http2.open(
        service,
        index -> new GrpcRequests(requests.apply(index), services, timeout),
        timeout,
        numbers,
        failures);
  }

  private GrpcServices described() {
    GrpcServices services = ProtoFile.read(scenario.proto());
    try {
      check(services);
      return services;
    } catch (IllegalArgumentException e) {
      throw new Fault(
          Fault.CONFIGURATION, "scenario '%s': %s".formatted(scenario.name(), e.getMessage()), e);
    }
  }

  private GrpcServices reflected(HttpAddress service) {
    Set<String> names = new LinkedHashSet<>();
    scenario.requests().forEach(one -> names.add(one.grpc().substring(0, one.grpc().indexOf('/'))));
    GrpcServices services = ServerReflection.of(URI.create(service.toString()), names);
    try {
      check(services);
      return services;
    } catch (IllegalArgumentException e) {
      throw new DriverException("scenario '%s': %s".formatted(scenario.name(), e.getMessage()), e);
    }
  }

  private void check(GrpcServices services) {
    MessageCheck check = new MessageCheck(services);
    for (ScenarioRequest request : scenario.requests()) {
      check.check(request);
    }
  }
}
