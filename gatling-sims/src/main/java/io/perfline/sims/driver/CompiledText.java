package io.perfline.sims.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.TextSyntax;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.ByteText.Place;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
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
  private final Charset charset;

  /**
   * Creates a text in UTF-8.
   *
   * @param known the names whose values a session provides
   * @param variables returns the value of a process variable
   */
  public CompiledText(
      TextTemplate template,
      TextSyntax syntax,
      Set<String> known,
      UnaryOperator<String> variables) {
    this(template, syntax, UTF_8, known, variables);
  }

  /**
   * @param charset the charset in which the text is sent
   * @param known the names whose values a session provides
   * @param variables returns the value of a process variable
   * @throws UncheckedIOException if a constant part contains characters that the charset lacks
   */
  public CompiledText(
      TextTemplate template,
      TextSyntax syntax,
      Charset charset,
      Set<String> known,
      UnaryOperator<String> variables) {
    this.charset = charset;
    ValuePlaces at = new ValuePlaces(syntax);
    ByteText text = new ByteText();
    for (int i = 0; i < template.parts().size(); i++) {
      String part = template.parts().get(i);
      if (i % 2 == 0) {
        add(text, part, fixedPlace(syntax));
        at.pass(part);
      } else if (known.contains(part)) {
        parts.add(text.toString());
        places.add(Place.BODY);
        parts.add(part);
        places.add(at.place());
        text.clear();
      } else {
        add(text, variables.apply(part), at.place());
      }
    }
    parts.add(text.toString());
    texts = parts.stream().map(part -> part.getBytes(UTF_8)).toArray(byte[][]::new);
    if (!charset.equals(UTF_8)) {
      for (int i = 0; i < parts.size(); i += 2) {
        var unused = ByteText.encoded(parts.get(i), charset);
      }
    }
  }

  private static Place fixedPlace(TextSyntax syntax) {
    return switch (syntax) {
      case PATH -> Place.TARGET;
      case FORM_FIELD -> Place.FIELD;
      default -> Place.BODY;
    };
  }

  private void add(ByteText out, String text, Place place) {
    if (place.isOfUrl() && !charset.equals(UTF_8)) {
      out.addEncoded(text, place, charset);
    } else {
      out.add(text, place);
    }
  }

  /** Returns whether the text is the same in all sessions. */
  public boolean isConstant() {
    return parts.size() == 1;
  }

  /** Returns whether the text begins with a session's value. */
  public boolean beginsWithValue() {
    return !isConstant() && parts.get(0).isEmpty();
  }

  /**
   * Appends the text to {@code out}. In UTF-8 that allocates nothing.
   *
   * @throws UncheckedIOException if a value contains characters that the charset lacks
   */
  public void into(ByteText out, SessionValues session) {
    if (charset.equals(UTF_8)) {
      fill(out, session);
    } else {
      ByteText text = new ByteText();
      fill(text, session);
      out.add(ByteText.encoded(text.toString(), charset));
    }
  }

  private void fill(ByteText out, SessionValues session) {
    for (int i = 0; i < parts.size(); i++) {
      if (i % 2 == 0) {
        out.add(texts[i]);
      } else {
        switch (parts.get(i)) {
          case TextTemplate.UUID -> session.addUuid(out);
          case TextTemplate.NOW -> out.add(System.currentTimeMillis());
          default -> add(out, session.value(parts.get(i)), places.get(i));
        }
      }
    }
  }

  /**
   * Returns the text in its charset.
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
        case FORM, FORM_FIELD -> Place.QUERY;
        case HEADER -> Place.HEADER;
        case JSON -> inQuotes ? Place.JSON : Place.BODY;
        case PLAIN -> Place.BODY;
      };
    }
  }
}
