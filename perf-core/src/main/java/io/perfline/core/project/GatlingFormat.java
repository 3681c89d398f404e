package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A team's own Gatling simulation. */
final class GatlingFormat {

  /** The key that tells such a load. */
  static final Key<String> TYPE =
      required(
          "gatling",
          Kinds.text(
              "a class such as com.acme.SearchSimulation",
              "^[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*$",
              type -> type),
          "Class of the simulation.");

  private static final Duration USUAL_WITHIN = Duration.ofMinutes(10);
  private static final Key<List<String>> CLASS_PATH =
      required("classpath", new OneOrMore(), "Folders and jars that hold it and what it needs.");
  private static final Key<Map<String, TextTemplate>> PROPERTIES =
      optional(
          "properties",
          Kinds.namedHere(
              "property",
              "letters, digits, '.', '_' and '-'",
              "^[A-Za-z0-9_.-]+$",
              name -> new TemplateKind("a property's value", ".*")),
          "System properties that it is given; ${url} is the service's address.");
  private static final Key<List<String>> REQUESTS =
      optional(
          "requests",
          Kinds.listOf(Kinds.text("a request's name", "\\S", name -> name)),
          "Names of those of its requests that are cases of their own.");
  private static final Key<Duration> WITHIN =
      optional("within", Kinds.duration(), "How long it may take. Default 10 min.");

  private GatlingFormat() {}

  static Kind<GatlingSimulation> kind(String name) {
    return new Shape<>(
        "a Gatling simulation",
        values -> simulation(name, values),
        List.of(TYPE, CLASS_PATH, PROPERTIES, REQUESTS, WITHIN));
  }

  private static GatlingSimulation simulation(String name, Values values) {
    for (TextTemplate property : values.get(PROPERTIES, Map.of()).values()) {
      for (String in : property.names()) {
        if (!in.equals(GatlingSimulation.URL) && !TextTemplate.isVariable(in)) {
          values.fault(
              PROPERTIES,
              "${%s} is neither ${url}, the service's address, nor a variable of the process in"
                      .formatted(in)
                  + " capitals");
        }
      }
    }
    List<String> requests = values.get(REQUESTS, List.of());
    if (requests.stream().distinct().count() < requests.size()) {
      values.fault(REQUESTS, "a name is there twice");
    }
    if (values.isGiven(WITHIN) && values.get(WITHIN).isZero()) {
      values.fault(WITHIN, "in no time nothing is measured");
    }
    return new GatlingSimulation(
        name,
        values.get(TYPE),
        values.get(CLASS_PATH),
        values.get(PROPERTIES, Map.of()),
        requests,
        values.get(WITHIN, USUAL_WITHIN));
  }

  /** A path, or a list of them. */
  static final class OneOrMore implements Kind<List<String>> {

    @Override
    public List<String> read(Node node, Reading reading) {
      return node instanceof SequenceNode
          ? Kinds.listOf(PathKind.TEXT).read(node, reading)
          : PathKind.TEXT.then(List::of).read(node, reading);
    }

    @Override
    public String what() {
      return PathKind.TEXT.what();
    }
  }
}
