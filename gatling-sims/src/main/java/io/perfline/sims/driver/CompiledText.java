package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** A template, its variables of the process replaced. */
public final class CompiledText {

  private final List<String> parts = new ArrayList<>();
  private final byte[][] texts;

  /**
   * @param known names that a session gives values
   * @param variables the value of each variable of the process
   */
  public CompiledText(TextTemplate template, Set<String> known, UnaryOperator<String> variables) {
    StringBuilder text = new StringBuilder(template.parts().get(0));
    for (int i = 1; i < template.parts().size(); i += 2) {
      String name = template.parts().get(i);
      if (known.contains(name)) {
        parts.add(text.toString());
        parts.add(name);
        text.setLength(0);
      } else {
        text.append(variables.apply(name));
      }
      text.append(template.parts().get(i + 1));
    }
    parts.add(text.toString());
    texts = parts.stream().map(part -> part.getBytes(UTF_8)).toArray(byte[][]::new);
  }

  /** Whether it is the same in each session. */
  public boolean isConstant() {
    return parts.size() == 1;
  }

  /** Whether it begins with what a session gives. */
  public boolean beginsWithValue() {
    return !isConstant() && parts.get(0).isEmpty();
  }

  /** Adds it to {@code out}, by {@code add} what a session gives; costs no garbage. */
  public void into(ByteText out, SessionValues session, BiConsumer<ByteText, String> add) {
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 0) {
        out.add(texts[i]);
      } else {
        switch (parts.get(i)) {
          case TextTemplate.UUID -> session.addUuid(out);
          case TextTemplate.NOW -> out.add(System.currentTimeMillis());
          default -> add.accept(out, session.value(parts.get(i)));
        }
      }
    }
  }

  private static String value(String name, SessionValues session) {
    return switch (name) {
      case TextTemplate.UUID -> session.uuid();
      case TextTemplate.NOW -> Long.toString(System.currentTimeMillis());
      default -> session.value(name);
    };
  }

  /** As text, with the values of a session. */
  public String text(SessionValues session) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      text.append(i % 2 == 0 ? parts.get(i) : value(parts.get(i), session));
    }
    return text.toString();
  }
}
