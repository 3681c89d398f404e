package io.perfline.gate.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A table that is defined column by column. On a narrow screen each row becomes a card. */
final class HtmlTable<T> {

  private record Column<T>(
      String element,
      String head,
      boolean text,
      Function<T, String> style,
      BiConsumer<HtmlBuilder, T> cell) {

    void writeHead(HtmlBuilder html) {
      if (text) {
        html.element("th", head, "scope", "col", "class", "text");
      } else {
        html.element("th", head, "scope", "col");
      }
    }

    void write(HtmlBuilder html, T row) {
      List<String> attributes =
          new ArrayList<>(element.equals("th") ? List.of("scope", "row") : List.of());
      attributes.addAll(List.of("data-label", head));
      String style = this.style.apply(row);
      HtmlBuilder content = html.part();
      cell.accept(content, row);
      boolean nothing = content.toString().equals(NumberFormats.NONE);
      style = (nothing ? "nothing " + style : style).strip();
      attributes.addAll(style.isEmpty() ? List.of() : List.of("class", style));
      html.open(element, attributes.toArray(String[]::new)).append(content).close(element);
    }
  }

  private final List<Column<T>> columns = new ArrayList<>();

  /**
   * Creates a table for rows of text, whose first cell is the heading of the row.
   *
   * @param figures the indexes of the columns, from 0, that contain figures; the others contain
   *     text
   */
  static HtmlTable<List<String>> of(List<String> head, Set<Integer> figures) {
    HtmlTable<List<String>> table = new HtmlTable<>();
    for (int i = 0; i < head.size(); i++) {
      int cell = i;
      if (i == 0) {
        table.heading(head.get(i), row -> row.get(cell));
      } else if (figures.contains(i)) {
        table.figure(head.get(i), row -> row.get(cell));
      } else {
        table.text(head.get(i), row -> row.get(cell));
      }
    }
    return table;
  }

  /** Adds the column that names each row. */
  HtmlTable<T> heading(String head, Function<T, String> cell) {
    return heading(head, true, "", (html, row) -> html.text(cell.apply(row)));
  }

  /**
   * Adds the column that names each row.
   *
   * @param text true to align the heading like text, false to align it like figures
   * @param style the CSS class of its cells; empty for none
   */
  HtmlTable<T> heading(String head, boolean text, String style, BiConsumer<HtmlBuilder, T> cell) {
    columns.add(new Column<>("th", head, text, row -> style, cell));
    return this;
  }

  /** Adds a column of figures. */
  HtmlTable<T> figure(String head, Function<T, String> cell) {
    return figure(head, (html, row) -> html.text(cell.apply(row)));
  }

  HtmlTable<T> figure(String head, BiConsumer<HtmlBuilder, T> cell) {
    columns.add(new Column<>("td", head, false, row -> "", cell));
    return this;
  }

  /** Adds a column of short text. */
  HtmlTable<T> text(String head, Function<T, String> cell) {
    return text(head, row -> "text", (html, row) -> html.text(cell.apply(row)));
  }

  /**
   * Adds a column of text.
   *
   * @param style returns the CSS class of each cell
   */
  HtmlTable<T> text(String head, Function<T, String> style, BiConsumer<HtmlBuilder, T> cell) {
    columns.add(new Column<>("td", head, true, style, cell));
    return this;
  }

  /** Adds a column of text that may be long. */
  HtmlTable<T> longText(String head, Function<T, String> cell) {
    return text(head, row -> "text long", (html, row) -> html.text(cell.apply(row)));
  }

  void write(HtmlBuilder html, String caption, Collection<T> rows) {
    html.open("table").element("caption", caption).open("thead").open("tr");
    columns.forEach(column -> column.writeHead(html));
    html.close("tr").close("thead").open("tbody");
    for (T row : rows) {
      html.open("tr");
      columns.forEach(column -> column.write(html, row));
      html.close("tr");
    }
    html.close("tbody").close("table");
  }
}
