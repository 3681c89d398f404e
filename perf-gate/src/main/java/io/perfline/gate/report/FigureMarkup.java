package io.perfline.gate.report;

import io.perfline.core.command.TextTable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes charts with their captions, and tables for the terminal. */
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

  /**
   * Formats a table for the terminal.
   *
   * @param head the column headings, in the form of {@link HtmlTable#of}
   */
  static String terminal(List<String> head, List<List<String>> rows) {
    Set<Integer> figures =
        IntStream.range(0, head.size())
            .filter(column -> !head.get(column).startsWith("_"))
            .boxed()
            .collect(Collectors.toSet());
    TextTable table =
        TextTable.of(head.stream().map(name -> name.replaceFirst("^_", "")).toList(), figures);
    rows.forEach(table::row);
    return table.toString();
  }
}
