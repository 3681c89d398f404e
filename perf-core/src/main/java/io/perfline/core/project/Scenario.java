package io.perfline.core.project;

import io.perfline.core.yaml.UnreadValue;
import java.time.Duration;
import java.util.List;

/**
 * A load: sessions of one request or several behind each other.
 *
 * @param name which the file calls it by
 * @param pace how much of it at once
 * @param timeout when a request counts as unanswered
 * @param data rows for the templates, one a session; null when there are none
 * @param redirects whether an answer that points elsewhere on the same server is followed
 * @param requests of a session, in order
 * @param capacity how the most users are looked for; null when they aren't
 */
public record Scenario(
    String name,
    LoadModel pace,
    Duration timeout,
    DataRows data,
    boolean redirects,
    List<ScenarioRequest> requests,
    UnreadValue capacity)
    implements DrivenLoad {

  /** The name of the driver of all scenarios. */
  public static final String DRIVER = "scenario";

  @Override
  public String driver() {
    return DRIVER;
  }

  /** Each request of a session has the timeout to itself. */
  @Override
  public Duration wholeTimeout() {
    return timeout.multipliedBy(requests.size());
  }

  /** This scenario in a closed model with so many users or connections. */
  public Scenario withConnections(int connections) {
    return new Scenario(
        name,
        new LoadModel(connections, 0, false, pace.thinkTime()),
        timeout,
        data,
        redirects,
        requests,
        capacity);
  }

  /** The name of the case of its {@code index}th request; of several, each has one. */
  public String caseOf(int index) {
    return name + "/" + requests.get(index).name();
  }
}
