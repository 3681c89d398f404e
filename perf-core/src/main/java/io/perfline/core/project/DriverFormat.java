package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.Node;

/** A load by a driver of the team's own. */
final class DriverFormat {

  /** The key that tells such a load. */
  static final Key<String> DRIVER =
      required(
          "driver",
          Kinds.text("a driver's name", "^[\\w.-]+$", name -> name),
          "What the driver calls itself.");

  private static final Key<Node> WITH =
      optional("with", Kinds.later("the settings of the driver"), "What the driver is told.");

  private DriverFormat() {}

  static Kind<DriverLoad> kind(String name) {
    List<Key<?>> keys = new ArrayList<>(List.of(DRIVER, WITH, PacingFormat.TIMEOUT));
    keys.addAll(PacingFormat.KEYS);
    return Shape.always(
        "a load by a driver",
        values ->
            new DriverLoad(
                name,
                values.get(DRIVER),
                PacingFormat.pacing(values),
                PacingFormat.timeout(values),
                values.get(WITH),
                values.place(DRIVER)),
        keys);
  }
}
