package io.perfline.sims.driver.http;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.DataRows;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SessionValues;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scenarios of a {@code perf.yml}: sessions of requests to any service over HTTP. */
public final class ScenarioDriver implements Driver {

  /** The setting that says which scenario. */
  public static final String SCENARIO = "scenario";

  /** The engine's setting that says over how many connections its sessions are shared out. */
  private static final String CONNECTIONS = "connections";

  private final Project project;
  private final ProcessVariables variables;

  /**
   * @param environment the variables of the process
   */
  public ScenarioDriver(Project project, Map<String, String> environment) {
    this.project = project;
    variables = new ProcessVariables(project.file(), environment);
  }

  @Override
  public String name() {
    return SCENARIO;
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.choice(
            SCENARIO,
            "which sessions of requests",
            project.loads(Scenario.class).keySet().toArray(String[]::new)));
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.SERVICE);
  }

  /** Finds out whether all variables of the process are set that it needs. */
  @Override
  public void check(Environment environment, Target target) {
    project
        .loads(Scenario.class)
        .values()
        .forEach(scenario -> compile(scenario, HttpAddress.of(environment.service())));
  }

  @Override
  public List<String> parts(CaseSettings settings) {
    List<ScenarioRequest> requests = scenario(settings).requests();
    return requests.size() < 2 ? List.of() : requests.stream().map(ScenarioRequest::name).toList();
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    Scenario scenario = scenario(settings);
    HttpAddress service = HttpAddress.of(environment.service());
    List<CompiledRequest> requests = compile(scenario, service);
    int connections =
        settings.has(CONNECTIONS) ? settings.number(CONNECTIONS) : scenario.pace().connections();
    long seed = scenario.name().hashCode();
    DataRows data = scenario.data();
    return new HttpSession(
        service,
        index ->
            new ScenarioRequests(
                requests,
                service,
                new SessionValues(data, index, connections, seed),
                scenario.redirects(),
                scenario.pace().thinkTime().toNanos()),
        scenario.timeout());
  }

  private Scenario scenario(CaseSettings settings) {
    return project.loads(Scenario.class).get(settings.choice(SCENARIO));
  }

  private List<CompiledRequest> compile(Scenario scenario, HttpAddress service) {
    Set<String> known = new HashSet<>(Set.of(TextTemplate.UUID, TextTemplate.NOW));
    if (scenario.data() != null) {
      known.addAll(scenario.data().columns());
    }
    String authorization = project.authorization(variables.values());
    List<CompiledRequest> compiled = new ArrayList<>();
    for (ScenarioRequest request : scenario.requests()) {
      boolean own = request.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase);
      compiled.add(
          new CompiledRequest(
              request, service, own ? null : authorization, Set.copyOf(known), variables));
      known.addAll(request.save().keySet());
    }
    return List.copyOf(compiled);
  }
}
