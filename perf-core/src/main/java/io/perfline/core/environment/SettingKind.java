package io.perfline.core.environment;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.TextTemplate;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value that may hold variables. No fault shows it: it may be a secret.
 *
 * @param path where it is, as {@code tomcat.user}
 * @param form what it may be
 */
record SettingKind(String path, Form form) implements Schema<Setting> {

  @Override
  public Setting read(Node node, ParseContext context) {
    boolean one = node instanceof ScalarNode && !Tag.NULL.equals(node.getTag());
    String text = one ? ((ScalarNode) node).getValue() : "";
    Setting setting = new Setting(path, form, TextTemplate.of(text, context.place(node)));
    setting.fault().ifPresent(fault -> context.fault(setting.place(), fault));
    return setting;
  }

  @Override
  public boolean checksSecrets() {
    return true;
  }

  @Override
  public String what() {
    return form.what();
  }
}
