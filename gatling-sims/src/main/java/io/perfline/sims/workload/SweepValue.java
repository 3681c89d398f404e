package io.perfline.sims.workload;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/**
 * @param text as written
 * @param settings those that it brings: itself, and what stands beside it
 */
record SweepValue(String text, Map<String, Object> settings) {

  static final Schema<String> TEXT =
      Schemas.plain("a value", Pattern.compile(".+"), Matcher::group);

  /**
   * What may stand for one.
   *
   * @param noun what the values are called; each is there once
   * @param varied whose values they are
   * @param keys what may stand beside it
   */
  static Schema<SweepValue> kind(String noun, Property<?> varied, List<Property<?>> keys) {
    Schema<String> text = Schemas.definition(noun, TEXT);
    Schema<SweepValue> several =
        ObjectSchema.always(
            "a value of this sweep",
            parsed -> {
              if (!parsed.isGiven(varied)) {
                parsed.fault(varied, "every value of this sweep needs it");
              }
              return new SweepValue(parsed.as(text, varied, ""), parsed.map(keys));
            },
            keys);
    return new AloneOrSeveral(varied, text, several);
  }

  private record AloneOrSeveral(Property<?> varied, Schema<String> text, Schema<SweepValue> several)
      implements Schema<SweepValue> {

    @Override
    public SweepValue read(Node node, ParseContext context) {
      if (node instanceof MappingNode) {
        return several.read(node, context);
      }
      Object value = varied.kind().read(node, context);
      return value == null
          ? null
          : new SweepValue(text.read(node, context), Map.of(varied.name(), value));
    }

    @Override
    public String what() {
      return varied.kind().what();
    }
  }
}
