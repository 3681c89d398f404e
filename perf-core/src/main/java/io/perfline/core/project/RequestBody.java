package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.util.List;
import java.util.Objects;

/**
 * The content of a request or a message.
 *
 * @param sections the parts of the content, in order
 * @param contentType the value of {@code Content-Type} for a request that does not define it; null
 *     for none
 */
public record RequestBody(List<Section> sections, String contentType) {

  /**
   * A text, or bytes that are sent unchanged.
   *
   * @param text the text; null for bytes
   * @param syntax the syntax of the text; null if the request's {@code Content-Type} determines it
   * @param bytes the bytes; null for a text
   */
  public record Section(TextTemplate text, TextSyntax syntax, byte[] bytes) {

    static Section of(byte[] bytes) {
      return new Section(null, null, bytes);
    }
  }

  static RequestBody of(TextTemplate text, TextSyntax syntax, String contentType) {
    return new RequestBody(List.of(new Section(text, syntax, null)), contentType);
  }

  List<TextTemplate> templates() {
    return sections.stream().map(Section::text).filter(Objects::nonNull).toList();
  }

  /** Returns the names in the templates, in their order. */
  public List<String> names() {
    return templates().stream().flatMap(text -> text.names().stream()).toList();
  }

  /** Returns the syntax of a text with a {@code Content-Type}. */
  public static TextSyntax syntax(String contentType) {
    String type = contentType == null ? "" : contentType;
    return type.contains("json")
        ? TextSyntax.JSON
        : type.startsWith("application/x-www-form-urlencoded") ? TextSyntax.FORM : TextSyntax.PLAIN;
  }
}
