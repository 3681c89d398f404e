package io.perfline.core.project;

import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
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
  private final Map<String, Function<String, Kind<? extends PlannedLoad>>> others;

  LoadFormat(Path home, Reading reading) {
    scenarios = new ScenarioFormat(home, reading);
    TopicFormat topics = new TopicFormat(home, reading);
    others =
        Map.of(
            GatlingFormat.TYPE.name(),
            GatlingFormat::kind,
            TopicFormat.KAFKA,
            topics::kind,
            DriverFormat.DRIVER.name(),
            DriverFormat::kind);
  }

  Kind<Map<String, PlannedLoad>> kind() {
    return Kinds.named("scenario", "a-z, 0-9, '_' and '-'", "^[a-z][a-z0-9_-]*$", AnyLoad::new);
  }

  /** What its keys tell it to be. */
  private final class AnyLoad implements Kind<PlannedLoad> {

    private final String name;

    AnyLoad(String name) {
      this.name = name;
    }

    @Override
    public PlannedLoad read(Node node, Reading reading) {
      Optional<? extends Kind<? extends PlannedLoad>> other =
          node instanceof MappingNode mapping
              ? mapping.getValue().stream()
                  .map(tuple -> tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "")
                  .filter(others::containsKey)
                  .findFirst()
                  .map(key -> others.get(key).apply(name))
              : Optional.empty();
      return other.isPresent()
          ? other.get().read(node, reading)
          : scenarios.kind(name).read(node, reading);
    }

    @Override
    public String what() {
      return "a scenario";
    }
  }
}
