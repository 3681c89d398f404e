package io.perfline.sims.driver.http;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Login;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.core.project.SessionPlan;
import io.perfline.core.run.FailedAnswer;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SessionValues;
import io.perfline.sims.driver.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Drives a scenario of {@code perf.yml}: sessions of requests to any service over HTTP. */
public final class ScenarioDriver implements Driver {

  private final Scenario scenario;
  private final Login login;
  private final ProcessVariables variables;
  private final ScenarioConnections connections;

  /**
   * Creates a driver for HTTP/1.1.
   *
   * @param login the login to the service; null for none
   */
  public ScenarioDriver(Scenario scenario, Login login, ProcessVariables variables) {
    this(scenario, login, variables, HttpSession::new);
  }

  /**
   * Creates a driver for another protocol.
   *
   * @param login the login to the service; null for none
   */
  public ScenarioDriver(
      Scenario scenario, Login login, ProcessVariables variables, ScenarioConnections connections) {
    this.connections = connections;
    this.scenario = scenario;
    this.login = login;
    this.variables = variables;
  }

  @Override
  public String name() {
    return Scenario.DRIVER;
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.SERVICE);
  }

  /** Checks that all process variables are set. */
  @Override
  public void check(Environment environment, Target target) {
    HttpAddress service = HttpAddress.of(environment.service());
    scenario.sessions().forEach(plan -> compile(plan, service, variables));
    connections.check(service);
  }

  @Override
  public List<String> parts(CaseSettings settings) {
    List<ScenarioRequest> requests = scenario.requests();
    return requests.size() < 2 ? List.of() : requests.stream().map(ScenarioRequest::name).toList();
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    ExchangeLog.FirstFailures failures = new ExchangeLog.FirstFailures();
    return open(environment, scenario.sessions(), failures.log(), failures::answers);
  }

  /**
   * Runs a session once.
   *
   * @param plan one of the sessions of the scenario
   * @param exchanges receives every exchange with its checks
   * @return the error kind; null if the session succeeded
   * @throws DriverException if the service does not accept a connection
   */
  public String runOnce(
      SessionPlan plan, Environment environment, Consumer<FailedAnswer> exchanges) {
    ExchangeLog all = new ExchangeLog(failure -> true, exchanges);
    AtomicReference<String> failure = new AtomicReference<>();
    RequestListener listener =
        new RequestListener() {
          @Override
          public void succeeded(long request, int messages, long bytes) {
            failure.set(null);
          }

          @Override
          public void failed(long request, String kind) {
            failure.set(kind);
          }
        };
    try (Session session = open(environment, List.of(plan), all, List::of);
        Connection connection = session.connect(0, listener)) {
      connection.send(0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while a session was run once", e);
    }
    return failure.get();
  }

  private Session open(
      Environment environment,
      List<SessionPlan> plans,
      ExchangeLog log,
      Supplier<List<FailedAnswer>> failures) {
    HttpAddress service = HttpAddress.of(environment.service());
    ExchangeLog shown = scenario.protocol().isShared() ? log.overHttp2() : log;
    Redaction redaction = new Redaction(variables);
    List<List<CompiledRequest>> requests =
        plans.stream().map(plan -> compile(plan, service, redaction)).toList();
    List<RowNumbers> rows = plans.stream().map(plan -> new RowNumbers()).toList();
    RowNumbers sessions = new RowNumbers();
    SessionMix mix = new SessionMix(plans, scenario.name().hashCode());
    return connections.open(
        service,
        index -> {
          List<ScenarioRequests> all = new ArrayList<>();
          for (int i = 0; i < plans.size(); i++) {
            SessionPlan plan = plans.get(i);
            all.add(
                new ScenarioRequests(
                    requests.get(i),
                    service,
                    new SessionValues(plan.data(), index, rows.get(i), plan.name().hashCode()),
                    plan.redirects(),
                    scenario.model().thinkTime().toNanos(),
                    shown,
                    redaction));
          }
          return all.size() == 1 ? all.get(0) : new MixedRequests(all, mix, sessions);
        },
        scenario.model().timeout(),
        Stream.concat(rows.stream(), Stream.of(sessions)).toList(),
        failures);
  }

  private List<CompiledRequest> compile(
      SessionPlan plan, HttpAddress service, UnaryOperator<String> values) {
    Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));
    if (plan.data() != null) {
      known.addAll(plan.data().columns());
    }
    String authorization = login == null ? null : login.authorization(variables);
    List<CompiledRequest> compiled = new ArrayList<>();
    for (ScenarioRequest request : plan.requests()) {
      boolean hasOwnAuthorization =
          request.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase);
      compiled.add(
          new CompiledRequest(
              request,
              service,
              hasOwnAuthorization ? null : authorization,
              Set.copyOf(known),
              values));
      known.addAll(request.save().keySet());
    }
    return List.copyOf(compiled);
  }
}
