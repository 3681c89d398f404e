package io.perfline.gate.report;

/** Tables that scroll on a narrow screen, and charts with their words. */
final class FigureMarkup {

  private FigureMarkup() {}

  static void figure(HtmlBuilder html, Drawing drawing) {
    html.open("figure")
        .open("a", "href", drawing.file())
        .open(
            "img",
            "src",
            drawing.file(),
            "alt",
            drawing.description(),
            "width",
            Integer.toString(Drawing.WIDTH),
            "height",
            Integer.toString(Drawing.HEIGHT))
        .close("a")
        .element("figcaption", drawing.description())
        .close("figure");
  }

  static void openTable(HtmlBuilder html, String caption) {
    html.open("div", "class", "scroll", "role", "region", "tabindex", "0", "aria-label", caption)
        .open("table")
        .element("caption", caption);
  }

  /** One cell a name; an underscore in front makes a column of text, the others hold figures. */
  static void head(HtmlBuilder html, String... names) {
    html.open("thead").open("tr");
    for (String name : names) {
      if (name.startsWith("_")) {
        html.element("th", name.substring(1), "scope", "col", "class", "text");
      } else {
        html.element("th", name, "scope", "col");
      }
    }
    html.close("tr").close("thead");
  }

  static void closeTable(HtmlBuilder html) {
    html.close("table").close("div");
  }
}
