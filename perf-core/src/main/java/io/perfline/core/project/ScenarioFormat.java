package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.UnreadValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sessions of HTTP requests. */
final class ScenarioFormat {

  private static final Property<Boolean> REDIRECTS =
      optional("redirects", Schemas.bool(), "Whether redirects are followed. Default false.");
  private static final Property<UnreadValue> CAPACITY =
      optional(
          "capacity",
          Schemas.later("how the capacity is looked for"),
          "Looks for the most users that are served well enough, in a case of its own.");

  private final ParseContext context;
  private final Property<DataRows> data;
  private final Property<List<ScenarioRequest>> requests;

  ScenarioFormat(Path home, ParseContext context) {
    this.context = context;
    data = optional("data", new DataKind(home), "Rows for the templates, one a session.");
    requests =
        required(
            "requests",
            Schemas.listOf(new RequestFormat(home, context).kind()),
            "What a session asks for, in order.");
  }

  Schema<Scenario> kind(String name) {
    List<Property<?>> keys = new ArrayList<>(LoadModelFormat.KEYS);
    keys.addAll(LoadModelFormat.VISITORS);
    keys.addAll(List.of(LoadModelFormat.TIMEOUT, REDIRECTS, CAPACITY, data, requests));
    return ObjectSchema.always("a scenario", parsed -> scenario(name, parsed), keys);
  }

  private Scenario scenario(String name, ParsedObject parsed) {
    DataRows rows = parsed.get(data);
    List<ScenarioRequest> all = parsed.get(requests, List.of());
    checkNames(all, new TemplateNames(context, rows, parsed.isGiven(data) && rows == null));
    return new Scenario(
        name,
        LoadModelFormat.pacing(parsed),
        LoadModelFormat.timeout(parsed),
        rows,
        parsed.get(REDIRECTS, false),
        RequestNames.distinct(all),
        parsed.get(CAPACITY));
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
