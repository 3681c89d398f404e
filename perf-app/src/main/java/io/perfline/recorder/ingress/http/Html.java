package io.perfline.recorder.ingress.http;

/**
 * Builds HTML. Text is escaped by every method but {@link #raw}, which only ever gets what stands
 * in our code; there letters beyond Latin-1 are entities, as one of them would double the whole
 * page in memory.
 */
public final class Html {

  private final StringBuilder out = new StringBuilder(4096);

  /** Markup written by us. */
  public Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Text of anybody's, for between tags and for attributes in double quotes. */
  public Html text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
    return this;
  }

  /** A link; both parts are escaped. */
  public Html link(String address, String text) {
    return raw("<a href=\"").text(address).raw("\">").text(text).raw("</a>");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
