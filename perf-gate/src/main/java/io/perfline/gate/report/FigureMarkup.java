package io.perfline.gate.report;

/** Writes charts with their captions. */
final class FigureMarkup {

  private FigureMarkup() {}

  static void figure(HtmlBuilder html, Drawing drawing) {
    html.open("figure");
    figure(html, drawing, Drawing.WIDTH, Drawing.HEIGHT, drawing.description());
  }

  /** Writes a picture that is as wide as the page. */
  static void wideFigure(HtmlBuilder html, Drawing drawing, int width, int height, String text) {
    html.open("figure", "class", "wide");
    figure(html, drawing, width, height, text);
  }

  private static void figure(
      HtmlBuilder html, Drawing drawing, int width, int height, String caption) {
    html.open("a", "href", drawing.file())
        .open(
            "img",
            "src",
            drawing.file(),
            "alt",
            drawing.alternative(),
            "width",
            Integer.toString(width),
            "height",
            Integer.toString(height))
        .close("a")
        .element("figcaption", caption)
        .close("figure");
  }
}
