package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.TextSyntax;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.ByteText.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A template whose process variables have been replaced by their values. */
public final class CompiledText {

  private final List<String> parts = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private final byte[][] texts;

  /**
   * @param known the names whose values a session provides
   * @param variables returns the value of a process variable
   */
  public CompiledText(
      TextTemplate template,
      TextSyntax syntax,
      Set<String> known,
      UnaryOperator<String> variables) {
    ValuePlaces at = new ValuePlaces(syntax);
    ByteText text = new ByteText();
    for (int i = 0; i < template.parts().size(); i++) {
      String part = template.parts().get(i);
      if (i % 2 == 0) {
        text.add(part, syntax == TextSyntax.PATH ? Place.TARGET : Place.BODY);
        at.pass(part);
      } else if (known.contains(part)) {
        parts.add(text.toString());
        places.add(Place.BODY);
        parts.add(part);
        places.add(at.place());
        text.clear();
      } else {
        text.add(variables.apply(part), at.place());
      }
    }
    parts.add(text.toString());
    texts = parts.stream().map(part -> part.getBytes(UTF_8)).toArray(byte[][]::new);
  }

  /** Returns whether the text is the same in all sessions. */
  public boolean isConstant() {
    return parts.size() == 1;
  }

  /** Returns whether the text begins with a session's value. */
  public boolean beginsWithValue() {
    return !isConstant() && parts.get(0).isEmpty();
  }

  /** Appends the text to {@code out} without allocating anything. */
  public void into(ByteText out, SessionValues session) {
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 0) {
        out.add(texts[i]);
      } else {
        switch (parts.get(i)) {
          case TextTemplate.UUID -> session.addUuid(out);
          case TextTemplate.NOW -> out.add(System.currentTimeMillis());
          default -> out.add(session.value(parts.get(i)), places.get(i));
        }
      }
    }
  }

  /**
   * Returns the text in UTF-8.
   *
   * @param scratch a buffer, which is overwritten
   */
  public byte[] bytes(ByteText scratch, SessionValues session) {
    scratch.clear();
    into(scratch, session);
    return Arrays.copyOf(scratch.bytes(), scratch.length());
  }

  public String text(SessionValues session) {
    ByteText text = new ByteText();
    into(text, session);
    return text.toString();
  }

  /** Determines the place of each value in a text, which is read from its start. */
  private static final class ValuePlaces {

    private final TextSyntax syntax;
    private boolean begun;
    private boolean inQuery;
    private boolean inQuotes;
    private boolean afterBackslash;

    ValuePlaces(TextSyntax syntax) {
      this.syntax = syntax;
    }

    /** Reads the text between two values. */
    void pass(String text) {
      begun |= !text.isEmpty();
      for (int i = 0; i < text.length(); i++) {
        char one = text.charAt(i);
        inQuery |= one == '?';
        if (afterBackslash) {
          afterBackslash = false;
        } else if (one == '"') {
          inQuotes = !inQuotes;
        } else {
          afterBackslash = inQuotes && one == '\\';
        }
      }
    }

    /** Returns the place of the next value. A path that starts with a value is already encoded. */
    Place place() {
      return switch (syntax) {
        case PATH -> inQuery ? Place.QUERY : begun ? Place.PATH : Place.TARGET;
        case FORM -> Place.QUERY;
        case HEADER -> Place.HEADER;
        case JSON -> inQuotes ? Place.JSON : Place.BODY;
        case PLAIN -> Place.BODY;
      };
    }
  }
}
