package io.perfline.core.project;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The section {@code load}: scenarios, and what one of its keys tells to be another load. */
final class LoadFormat {

  private final ScenarioFormat scenarios;

  /** By the key that tells them. */
  private final Map<String, Function<String, Schema<? extends PlannedLoad>>> others;

  LoadFormat(Path home, ParseContext context) {
    scenarios = new ScenarioFormat(home, context);
    TopicFormat topics = new TopicFormat(home, context);
    others =
        Map.of(
            GatlingFormat.GATLING,
            GatlingFormat::kind,
            TopicFormat.KAFKA,
            topics::kind,
            DriverFormat.DRIVER.name(),
            DriverFormat::kind);
  }

  Schema<Map<String, PlannedLoad>> kind() {
    return Schemas.named("scenario", "a-z, 0-9, '_' and '-'", "^[a-z][a-z0-9_-]*$", AnyLoad::new);
  }

  /** What its keys tell it to be. */
  private final class AnyLoad implements Schema<PlannedLoad> {

    private final String name;

    AnyLoad(String name) {
      this.name = name;
    }

    @Override
    public PlannedLoad read(Node node, ParseContext context) {
      Optional<? extends Schema<? extends PlannedLoad>> other =
          node instanceof MappingNode mapping
              ? mapping.getValue().stream()
                  .map(tuple -> tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "")
                  .filter(others::containsKey)
                  .findFirst()
                  .map(key -> others.get(key).apply(name))
              : Optional.empty();
      return other.isPresent()
          ? other.get().read(node, context)
          : scenarios.kind(name).read(node, context);
    }

    @Override
    public String what() {
      return "a scenario";
    }
  }
}
