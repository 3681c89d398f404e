package io.perfline.recorder.ingress.http;

/**
 * Builds the HTML of a page. Every method except {@link #raw} escapes its text; {@code raw} is only
 * for constant markup. In such markup, characters beyond Latin-1 are written as entities, because a
 * single one would double the page's memory.
 */
public final class Html {

  private final StringBuilder out = new StringBuilder(4096);

  public Html raw(String markup) {
    out.append(markup);
    return this;
  }

  /** Appends text between tags or in a double-quoted attribute, and escapes it. */
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

  public Html link(String address, String text) {
    return raw("<a href=\"").text(address).raw("\">").text(text).raw("</a>");
  }

  /** Returns a page with everything that precedes its content. The title is also the heading. */
  public static Html page(String contextPath, String title) {
    return new Html()
        .raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        .text(title)
        .raw(" &ndash; recorder</title>\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<link rel=\"stylesheet\" href=\"")
        .text(contextPath)
        .raw("/assets/recorder.css\">\n<link rel=\"icon\" href=\"")
        .text(contextPath)
        .raw("/assets/recorder.svg\" type=\"image/svg+xml\">\n<script src=\"")
        .text(contextPath)
        .raw("/assets/recorder.js\" defer></script>\n</head>\n<body>\n")
        .raw("<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header>\n<a href=\"")
        .text(contextPath)
        .raw("/\"><img src=\"")
        .text(contextPath)
        .raw("/assets/recorder.svg\" alt=\"\" width=\"32\" height=\"32\"> recorder</a>\n")
        .raw("</header>\n<main id=\"main\">\n<h1>")
        .text(title)
        .raw("</h1>\n");
  }

  /**
   * Appends a link to the next page.
   *
   * @param address the address of the next page; null if there is none
   */
  public Html next(String address) {
    return address == null
        ? this
        : raw("<nav aria-label=\"Pages\"><a rel=\"next\" href=\"")
            .text(address)
            .raw("\">Next page</a></nav>\n");
  }

  public String end() {
    return raw("</main>\n</body>\n</html>\n").out.toString();
  }
}
