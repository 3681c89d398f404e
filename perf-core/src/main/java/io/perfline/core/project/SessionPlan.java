package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The sessions of a scenario, or of one scenario of a mix: one or more HTTP requests in order.
 *
 * @param weight its share of a mix, relative to the other weights; 0 outside a mix
 * @param data the rows of data; null for none
 * @param requests the requests, which have different names
 */
@Key.Noun("a scenario of a mix")
public record SessionPlan(
    String name,
    @Key(
            value = "Sets this scenario's share of the sessions, relative to the other weights.",
            required = true,
            what = "a weight",
            min = 1,
            max = SessionPlan.MAX_WEIGHT)
        int weight,
    @Key(value = "Follows redirects if true.", defaultValue = "false") boolean redirects,
    @Key("Provides rows for the templates, one per session.") DataRows data,
    @Key("Lists the requests of a session, in order.") List<ScenarioRequest> requests)
    implements RecordSchema.Checked {

  static final String WEIGHT = "weight";
  static final int MAX_WEIGHT = 10_000;

  /** The keys of a session; with a mix, each of its scenarios has them. */
  static final List<String> KEYS = List.of("redirects", "data", "requests");

  public SessionPlan {
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

  /** Returns these sessions with the scenario's name added to that of each request. */
  SessionPlan ofMix() {
    List<ScenarioRequest> named =
        requests.stream()
            .map(one -> one.withName(requests.size() == 1 ? name : name + "/" + one.name()))
            .toList();
    return new SessionPlan(name, weight, redirects, data, named);
  }

  /** Returns the variables of the process that its requests need. */
  List<RequiredVariable> variables() {
    Set<String> known = new HashSet<>(data == null ? List.of() : data.columns());
    List<RequiredVariable> variables = new ArrayList<>();
    for (ScenarioRequest request : requests) {
      variables.addAll(RequiredVariable.in(request.texts(), known));
      for (TextTemplate json : request.jsonTexts()) {
        List<String> numbers = JsonNumbers.names(json);
        RequiredVariable.in(List.of(json), known).stream()
            .filter(variable -> numbers.contains(variable.name()))
            .forEach(variable -> variables.add(variable.ofNumber()));
      }
      known.addAll(request.save().keySet());
    }
    return variables;
  }

  @Override
  public void check(ParsedObject parsed) {
    if (!parsed.isGiven("requests") && !parsed.isGiven(Scenario.MIX)) {
      parsed.context().fault(parsed.position(), "a scenario needs the key 'requests'");
    }
    TemplateNames names = new TemplateNames(parsed, data);
    for (ScenarioRequest request : requests) {
      request.texts().forEach(names::check);
      request.jsonTexts().forEach(text -> JsonNumbers.check(text, data, parsed));
      names.add(request.save().keySet());
    }
  }
}
