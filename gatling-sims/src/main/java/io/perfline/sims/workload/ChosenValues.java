package io.perfline.sims.workload;

import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Which values of a sweep a profile contains: {@code all} or a list.
 *
 * @param some the list
 */
record ChosenValues(Kind<List<String>> some) implements Kind<Predicate<String>> {

  private static final Kind<Predicate<String>> ALL =
      Kinds.oneOf("'all' or a list of values", Map.of("all", value -> true));

  @Override
  public Predicate<String> read(Node node, Reading reading) {
    if (!(node instanceof SequenceNode)) {
      return ALL.read(node, reading);
    }
    List<String> chosen = some.read(node, reading);
    return chosen == null ? null : chosen::contains;
  }

  @Override
  public String what() {
    return ALL.what();
  }
}
