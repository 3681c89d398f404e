package io.perfline.gate.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes HTML. It escapes all text and all attribute values, and rejects everything that Jenkins'
 * content policy blocks: scripts, styles, event handlers and addresses of other hosts.
 */
final class HtmlBuilder {

  private static final Set<String> VOID = Set.of("meta", "link", "img", "br");
  private static final Set<String> INLINE = Set.of("a", "span", "code", "img", "b");
  private static final Set<String> BLOCKED =
      Set.of("script", "style", "iframe", "object", "embed", "form", "base");

  private final StringBuilder out = new StringBuilder();
  private final List<String> chapters = new ArrayList<>();
  private final Set<String> anchors;

  HtmlBuilder() {
    this(new HashSet<>());
  }

  private HtmlBuilder(Set<String> anchors) {
    this.anchors = anchors;
  }

  /** Creates a builder for a part of this page, to be added by {@link #append}. */
  HtmlBuilder part() {
    return new HtmlBuilder(anchors);
  }

  /** Writes escaped text. */
  HtmlBuilder text(String text) {
    out.append(escaped(text));
    return this;
  }

  /** Writes an opening tag with attributes in pairs: name, value, name, value … */
  HtmlBuilder open(String element, String... attributes) {
    require(!BLOCKED.contains(element), element);
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      attribute(attributes[i], attributes[i + 1]);
    }
    out.append('>');
    return VOID.contains(element) ? newline(element) : this;
  }

  HtmlBuilder close(String element) {
    out.append("</").append(element).append('>');
    return newline(element);
  }

  /** Ends the line, except after inline elements, where a line break would show as a space. */
  private HtmlBuilder newline(String element) {
    if (!INLINE.contains(element)) {
      out.append('\n');
    }
    return this;
  }

  /** Writes an element that contains only text. */
  HtmlBuilder element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close(element);
  }

  /** Writes the target of links to {@code id}, but only once on the page. */
  HtmlBuilder anchor(String id) {
    return anchors.add(id) ? element("span", "", "id", id) : this;
  }

  /** Writes the heading of a chapter, which appears in the table of contents. */
  HtmlBuilder chapter(String title) {
    chapters.add(title);
    return element("h2", title, "id", anchor(chapters.size()));
  }

  /** Writes a table of contents for the chapters of {@code part}, and then the part itself. */
  HtmlBuilder contents(HtmlBuilder part) {
    if (part.chapters.size() > 1) {
      open("nav", "aria-label", "Contents").open("ul");
      for (int i = 0; i < part.chapters.size(); i++) {
        open("li").element("a", part.chapters.get(i), "href", "#" + anchor(i + 1)).close("li");
      }
      close("ul").close("nav");
    }
    return append(part);
  }

  /** Adds a part to the end of the page. */
  HtmlBuilder append(HtmlBuilder part) {
    out.append(part.out);
    return this;
  }

  private static String anchor(int chapter) {
    return "chapter-" + chapter;
  }

  private void attribute(String name, String value) {
    require(!name.equals("style") && !name.startsWith("on"), name);
    boolean address = name.equals("src") || name.equals("href");
    require(!address || !value.matches("(?i)([a-z][a-z0-9+.-]*:|//).*"), name + "=" + value);
    out.append(' ').append(name).append("=\"").append(escaped(value)).append('"');
  }

  private static void require(boolean allowed, String what) {
    if (!allowed) {
      throw new IllegalArgumentException("the content policy blocks " + what);
    }
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isText(c) ? c : 0xFFFD);
              }
            });
    return safe.toString();
  }

  /**
   * Returns false for control characters and lone surrogates, which HTML does not allow, and for
   * characters that reverse text.
   */
  private static boolean isText(int c) {
    return c == '\n'
        || c == '\t'
        || !(Character.isISOControl(c)
            || (c >= 0xD800 && c <= 0xDFFF)
            || (c >= 0x202A && c <= 0x202E)
            || (c >= 0x2066 && c <= 0x2069)
            || c >= 0x10FFFE
            || (c & 0xFFFE) == 0xFFFE);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
