package io.perfline.core.project;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.TextTemplate;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A text that may hold {@code ${name}}.
 *
 * @param what a noun with its article and an example
 * @param form what it must look like
 */
record TemplateKind(String what, String form) implements Schema<TextTemplate> {

  @Override
  public TextTemplate read(Node node, ParseContext context) {
    boolean text = node instanceof ScalarNode && !Tag.NULL.equals(node.getTag());
    String value = text ? ((ScalarNode) node).getValue() : "";
    if (!text || !Pattern.compile(form, Pattern.DOTALL).matcher(value).matches()) {
      context.fault(context.place(node), "expected " + what);
      return null;
    }
    return TextTemplate.of(value, context.place(node));
  }
}
