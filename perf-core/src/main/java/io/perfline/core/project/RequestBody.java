package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.util.List;
import java.util.Objects;

/**
 * The content of a request or a message: sections, one after the other.
 *
 * @param contentType the header of a request that has none of its own; null for none
 */
public record RequestBody(List<Section> sections, String contentType) {

  /**
   * A text, or bytes that are sent as they are.
   *
   * @param text null for bytes
   * @param syntax null if the request's {@code Content-Type} decides
   * @param bytes null for a text
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

  /** Returns the names in its templates, in their order. */
  public List<String> names() {
    return templates().stream().flatMap(text -> text.names().stream()).toList();
  }

  /** Returns the syntax of a text that a header {@code Content-Type} describes. */
  public static TextSyntax syntax(String contentType) {
    String type = contentType == null ? "" : contentType;
    return type.contains("json")
        ? TextSyntax.JSON
        : type.startsWith("application/x-www-form-urlencoded") ? TextSyntax.FORM : TextSyntax.PLAIN;
  }
}
