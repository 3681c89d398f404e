package io.perfline.sims.workload;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
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

  static final Kind<String> TEXT = Kinds.plain("a value", Pattern.compile(".+"), Matcher::group);

  /**
   * What may stand for one.
   *
   * @param noun what the values are called; each is there once
   * @param varied whose values they are
   * @param keys what may stand beside it
   */
  static Kind<SweepValue> kind(String noun, Key<?> varied, List<Key<?>> keys) {
    Kind<String> text = Kinds.definition(noun, TEXT);
    Kind<SweepValue> several =
        Shape.always(
            "a value of this sweep",
            values -> {
              if (!values.isGiven(varied)) {
                values.fault(varied, "every value of this sweep needs it");
              }
              return new SweepValue(values.as(text, varied, ""), values.map(keys));
            },
            keys);
    return new AloneOrSeveral(varied, text, several);
  }

  private record AloneOrSeveral(Key<?> varied, Kind<String> text, Kind<SweepValue> several)
      implements Kind<SweepValue> {

    @Override
    public SweepValue read(Node node, Reading reading) {
      if (node instanceof MappingNode) {
        return several.read(node, reading);
      }
      Object value = varied.kind().read(node, reading);
      return value == null
          ? null
          : new SweepValue(text.read(node, reading), Map.of(varied.name(), value));
    }

    @Override
    public String what() {
      return varied.kind().what();
    }
  }
}
