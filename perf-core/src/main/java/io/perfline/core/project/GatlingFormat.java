package io.perfline.core.project;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A team's own Gatling simulation. */
final class GatlingFormat {

  /** The key that only such a load has. */
  static final String GATLING = "gatling";

  private static final Map<String, Schema<?>> VALUES =
      Map.of(
          "type",
          Schemas.text(
              "a class such as com.acme.SearchSimulation",
              "^[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*$",
              type -> type),
          "classPath",
          new OneOrMore(),
          "properties",
          Schemas.namedHere(
              "property",
              "letters, digits, '.', '_' and '-'",
              "^[A-Za-z0-9_.-]+$",
              name -> new TemplateKind("a property's value", ".*")),
          "requests",
          Schemas.listOf(Schemas.text("a request's name", "\\S", name -> name)));

  private GatlingFormat() {}

  static Schema<GatlingSimulation> kind(String name) {
    return RecordSchema.of(
        "a Gatling simulation",
        GatlingSimulation.class,
        VALUES,
        Map.of("name", name),
        GatlingFormat::check);
  }

  private static void check(GatlingSimulation simulation, ParsedObject parsed) {
    simulation.properties().values().stream()
        .filter(Objects::nonNull)
        .flatMap(property -> property.names().stream())
        .filter(in -> !in.equals(GatlingSimulation.URL) && !TextTemplate.isVariable(in))
        .forEach(
            in ->
                parsed.fault(
                    "properties",
                    "${%s} is neither ${url}, the service's address, nor a variable of the"
                            .formatted(in)
                        + " process in capitals"));
    if (simulation.requests().stream().distinct().count() < simulation.requests().size()) {
      parsed.fault("requests", "a name is there twice");
    }
    if (simulation.within().isZero()) {
      parsed.fault("within", "in no time nothing is measured");
    }
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
