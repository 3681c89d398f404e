package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;

/** Sessions of HTTP requests. */
final class ScenarioFormat {

  private static final Key<Boolean> REDIRECTS =
      optional("redirects", Kinds.bool(), "Whether redirects are followed. Default false.");
  private static final Key<Node> CAPACITY =
      optional(
          "capacity",
          Kinds.later("how the capacity is looked for"),
          "Looks for the most users that are served well enough, in a case of its own.");

  private final Reading reading;
  private final Key<DataRows> data;
  private final Key<List<ScenarioRequest>> requests;

  ScenarioFormat(Path home, Reading reading) {
    this.reading = reading;
    data = optional("data", new DataKind(home), "Rows for the templates, one a session.");
    requests =
        required(
            "requests",
            Kinds.listOf(new RequestFormat(home, reading).kind()),
            "What a session asks for, in order.");
  }

  Kind<Scenario> kind(String name) {
    List<Key<?>> keys = new ArrayList<>(PacingFormat.KEYS);
    keys.addAll(PacingFormat.VISITORS);
    keys.addAll(List.of(PacingFormat.TIMEOUT, REDIRECTS, CAPACITY, data, requests));
    return Shape.always("a scenario", values -> scenario(name, values), keys);
  }

  private Scenario scenario(String name, Values values) {
    DataRows rows = values.get(data);
    List<ScenarioRequest> all = values.get(requests, List.of());
    checkNames(all, new TemplateNames(reading, rows, values.isGiven(data) && rows == null));
    return new Scenario(
        name,
        PacingFormat.pacing(values),
        PacingFormat.timeout(values),
        rows,
        values.get(REDIRECTS, false),
        RequestNames.distinct(all),
        values.get(CAPACITY));
  }

  private static void checkNames(List<ScenarioRequest> all, TemplateNames names) {
    for (ScenarioRequest request : all) {
      names.check(request.path());
      request.headers().values().forEach(names::check);
      names.check(request.body());
      names.add(request.save().keySet());
    }
  }
}
