package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A team's own Gatling simulation. */
final class GatlingFormat {

  /** The key that tells such a load. */
  static final Property<String> TYPE =
      required(
          "gatling",
          Schemas.text(
              "a class such as com.acme.SearchSimulation",
              "^[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*$",
              type -> type),
          "Class of the simulation.");

  private static final Duration USUAL_WITHIN = Duration.ofMinutes(10);
  private static final Property<List<String>> CLASS_PATH =
      required("classpath", new OneOrMore(), "Folders and jars that hold it and what it needs.");
  private static final Property<Map<String, TextTemplate>> PROPERTIES =
      optional(
          "properties",
          Schemas.namedHere(
              "property",
              "letters, digits, '.', '_' and '-'",
              "^[A-Za-z0-9_.-]+$",
              name -> new TemplateKind("a property's value", ".*")),
          "System properties that it is given; ${url} is the service's address.");
  private static final Property<List<String>> REQUESTS =
      optional(
          "requests",
          Schemas.listOf(Schemas.text("a request's name", "\\S", name -> name)),
          "Names of those of its requests that are cases of their own.");
  private static final Property<Duration> WITHIN =
      optional("within", Schemas.duration(), "How long it may take. Default 10 min.");

  private GatlingFormat() {}

  static Schema<GatlingSimulation> kind(String name) {
    return new ObjectSchema<>(
        "a Gatling simulation",
        parsed -> simulation(name, parsed),
        List.of(TYPE, CLASS_PATH, PROPERTIES, REQUESTS, WITHIN));
  }

  private static GatlingSimulation simulation(String name, ParsedObject parsed) {
    for (TextTemplate property : parsed.get(PROPERTIES, Map.of()).values()) {
      for (String in : property.names()) {
        if (!in.equals(GatlingSimulation.URL) && !TextTemplate.isVariable(in)) {
          parsed.fault(
              PROPERTIES,
              "${%s} is neither ${url}, the service's address, nor a variable of the process in"
                      .formatted(in)
                  + " capitals");
        }
      }
    }
    List<String> requests = parsed.get(REQUESTS, List.of());
    if (requests.stream().distinct().count() < requests.size()) {
      parsed.fault(REQUESTS, "a name is there twice");
    }
    if (parsed.isGiven(WITHIN) && parsed.get(WITHIN).isZero()) {
      parsed.fault(WITHIN, "in no time nothing is measured");
    }
    return new GatlingSimulation(
        name,
        parsed.get(TYPE),
        parsed.get(CLASS_PATH),
        parsed.get(PROPERTIES, Map.of()),
        requests,
        parsed.get(WITHIN, USUAL_WITHIN));
  }

  /** A path, or a list of them. */
  static final class OneOrMore implements Schema<List<String>> {

    @Override
    public List<String> read(Node node, ParseContext context) {
      return node instanceof SequenceNode
          ? Schemas.listOf(PathKind.TEXT).read(node, context)
          : PathKind.TEXT.then(List::of).read(node, context);
    }

    @Override
    public String what() {
      return PathKind.TEXT.what();
    }
  }
}
