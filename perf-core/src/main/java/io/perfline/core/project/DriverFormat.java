package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.UnreadValue;
import java.util.ArrayList;
import java.util.List;

/** A load by a driver of the team's own. */
final class DriverFormat {

  /** The key that tells such a load. */
  static final Property<String> DRIVER =
      required(
          "driver",
          Schemas.text("a driver's name", "^[\\w.-]+$", name -> name),
          "What the driver calls itself.");

  private static final Property<UnreadValue> WITH =
      optional("with", Schemas.later("the settings of the driver"), "The driver's settings.");

  private DriverFormat() {}

  static Schema<DriverLoad> kind(String name) {
    List<Property<?>> keys = new ArrayList<>(List.of(DRIVER, WITH, LoadModelFormat.TIMEOUT));
    keys.addAll(LoadModelFormat.KEYS);
    return ObjectSchema.always(
        "a load by a driver",
        parsed ->
            new DriverLoad(
                name,
                parsed.get(DRIVER),
                LoadModelFormat.pacing(parsed),
                LoadModelFormat.timeout(parsed),
                parsed.get(WITH),
                parsed.place(DRIVER)),
        keys);
  }
}
