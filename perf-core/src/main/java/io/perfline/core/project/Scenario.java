package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.UnreadValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A load of sessions, each of one HTTP request or several in order.
 *
 * @param name the name of the load in the file
 * @param capacity settings of the search for it; null for no search
 * @param data null without rows
 * @param requests their names differ
 */
@Key.Noun("a scenario")
public record Scenario(
    String name,
    @Key.Inline LoadModel pace,
    @Key(value = "Whether redirects are followed.", otherwise = "false") boolean redirects,
    @Key(
            value = "Looks for the most users that are served well enough, in a case of its own.",
            what = "how the capacity is looked for")
        UnreadValue capacity,
    @Key("Rows for the templates, one per session.") DataRows data,
    @Key(value = "What a session asks for, in order.", required = true)
        List<ScenarioRequest> requests)
    implements DrivenLoad, RecordSchema.Checked {

  /** The name of the driver of all scenarios. */
  public static final String DRIVER = "scenario";

  public Scenario {
    Set<String> taken = new HashSet<>();
    List<ScenarioRequest> named = new ArrayList<>();
    for (ScenarioRequest request : requests) {
      String unique = request.name();
      for (int number = 2; !taken.add(unique); number++) {
        unique = request.name() + "_" + number;
      }
      named.add(request.withName(unique));
    }
    requests = List.copyOf(named);
  }

  @Override
  public String driver() {
    return DRIVER;
  }

  /** Returns the sum of the timeouts of a session's requests. */
  @Override
  public Duration wholeTimeout() {
    return pace.timeout().multipliedBy(requests.size());
  }

  /** Returns the sum of the longest think times before a session's requests. */
  @Override
  public Duration longestThinkTime() {
    return pace.thinkTime().multipliedBy(3L * requests.size()).dividedBy(2);
  }

  /** Creates this scenario in a closed model with this number of users or connections. */
  public Scenario withConnections(int connections) {
    return new Scenario(name, pace.closed(connections), redirects, capacity, data, requests);
  }

  @Override
  public void check(ParsedObject parsed) {
    TemplateNames names = new TemplateNames(parsed, data);
    for (ScenarioRequest request : requests) {
      names.check(request.path());
      request.headers().values().forEach(names::check);
      names.check(request.body());
      request.check().templates().forEach(names::check);
      names.add(request.save().keySet());
    }
  }
}
