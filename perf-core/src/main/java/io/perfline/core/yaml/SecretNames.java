package io.perfline.core.yaml;

import io.perfline.core.command.Secrets;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Decides by the name of a key, a property, a header or a variable whether its value is a secret. A
 * secret must not be written into a file, so its value must contain a variable such as {@code
 * ${NAME}}. This rule applies to all files and sections.
 */
public final class SecretNames {

  /** Names that have a value without being process variables. */
  private static final Set<String> GENERATED = Set.of(TextTemplate.UUID, TextTemplate.NOW, "url");

  private SecretNames() {}

  /** Returns whether the value of this name is a secret. */
  public static boolean isSecret(String name) {
    return Secrets.isSecret(name);
  }

  /**
   * Reports an error if {@code name} is the name of a secret whose value is written in the file.
   * The message never contains the value.
   *
   * @return whether an error was reported
   */
  public static boolean refuse(String name, Node value, ParseContext context) {
    if (!isSecret(name)) {
      return false;
    }
    List<Node> values = value instanceof SequenceNode list ? list.getValue() : List.of(value);
    List<Node> clear = values.stream().filter(SecretNames::isClear).toList();
    clear.forEach(one -> context.fault(context.position(one), name + " must be " + expected()));
    return !clear.isEmpty();
  }

  /** Returns the required form of a secret's value, for error messages. */
  public static String expected() {
    return "a variable, as ${NAME}: secrets are never written into the file";
  }

  private static boolean isClear(Node node) {
    return node instanceof ScalarNode scalar
        && !Tag.NULL.equals(node.getTag())
        && !Tag.BOOL.equals(node.getTag())
        && GENERATED.containsAll(TextTemplate.of(scalar.getValue(), null).names());
  }
}
