package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** A template whose process variables have been replaced. */
public final class CompiledText {

  private final List<String> parts = new ArrayList<>();
  private final byte[][] texts;

  /**
   * @param known names whose values a session provides
   * @param variables returns the value of a process variable
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

  /** Returns whether the text is equal in all sessions. */
  public boolean isConstant() {
    return parts.size() == 1;
  }

  /** Returns whether the text begins with a session's value. */
  public boolean beginsWithValue() {
    return !isConstant() && parts.get(0).isEmpty();
  }

  /** Appends the text to {@code out}, a session's values with {@code add}; allocates nothing. */
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

  /**
   * Returns the text in UTF-8.
   *
   * @param scratch a buffer, whose content is overwritten
   */
  public byte[] bytes(ByteText scratch, SessionValues session) {
    scratch.clear();
    into(scratch, session, ByteText::add);
    return Arrays.copyOf(scratch.bytes(), scratch.length());
  }

  /** Returns the text with the values of a session. */
  public String text(SessionValues session) {
    ByteText text = new ByteText();
    into(text, session, ByteText::add);
    return text.toString();
  }
}
