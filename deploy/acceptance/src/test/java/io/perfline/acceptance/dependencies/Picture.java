package io.perfline.acceptance.dependencies;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Draws modules as frames, packages as boxes and dependencies as lines that point down.
 * Dependencies that follow from others are omitted, as are those between packages of different
 * modules. The SVG has neither script nor style sheet.
 */
final class Picture {

  private static final double GAP = 28;
  private static final double BOX_HEIGHT = 26;
  private static final double ROW = 66;
  private static final double TITLE = 34;

  private record Box(double x, double y, double width, double height) {

    double middle() {
      return x + width / 2;
    }
  }

  private final Modules modules;
  private final Map<String, Box> boxes = new LinkedHashMap<>();
  private final StringBuilder svg = new StringBuilder();

  private Picture(Modules modules) {
    this.modules = modules;
  }

  static String of(Modules modules) {
    return new Picture(modules).draw();
  }

  private String draw() {
    List<List<String>> tiers = tiers();
    tiers.forEach(tier -> tier.sort(Comparator.comparingInt(Modules.NAMES::indexOf).reversed()));
    double width = tiers.stream().mapToDouble(this::widthOfTier).max().orElseThrow() + 2 * GAP;
    double y = GAP;
    for (List<String> tier : tiers) {
      double x = (width - widthOfTier(tier)) / 2;
      double height = tier.stream().mapToDouble(this::heightOf).max().orElseThrow();
      for (String module : tier) {
        boxes.put(module, new Box(x, y, widthOf(module), heightOf(module)));
        x += widthOf(module) + 2 * GAP;
      }
      y += height + 2 * GAP;
    }
    head(width, y - GAP);
    lines(modules.between().reduced(), "#1f4e79", 2);
    Modules.NAMES.forEach(this::frame);
    return svg.append("</svg>\n").toString();
  }

  /** Names without dependencies are in the bottom row, so that no line crosses them. */
  private List<List<String>> tiers() {
    Dependencies between = modules.between();
    List<List<String>> tiers = between.rows();
    List<String> bottomRow =
        Modules.NAMES.stream()
            .filter(module -> between.seen().get(module).isEmpty())
            .collect(Collectors.toList());
    tiers.forEach(tier -> tier.removeAll(bottomRow));
    tiers.removeIf(List::isEmpty);
    tiers.add(bottomRow);
    return tiers;
  }

  private void head(double width, double height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\""
            + " font-family=\"sans-serif\" font-size=\"12\">",
        width, height);
    add("<title>The modules of perfline, their packages, and who sees whom</title>");
    add("<defs>");
    for (String colour : List.of("#1f4e79", "#777777")) {
      add(
          "<marker id=\"m%s\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\""
              + " markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
              + "<path d=\"M0 0 8 4 0 8z\" fill=\"%s\"/></marker>",
          colour.substring(1), colour);
    }
    add("</defs>");
    add("<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>", width, height);
  }

  private void frame(String module) {
    Box frame = boxes.get(module);
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"#eef3f8\""
            + " stroke=\"#1f4e79\"/>",
        frame.x, frame.y, frame.width, frame.height);
    add(
        "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\" font-size=\"14\">%s</text>",
        frame.x + 10, frame.y + 20, module);
    Dependencies inside = modules.inside(module);
    double y = frame.y + TITLE;
    for (List<String> row : inside.rows()) {
      double x = frame.x + (frame.width - widthOfRow(row)) / 2;
      for (String name : row) {
        boxes.put(name, new Box(x, y, widthOfBox(name), BOX_HEIGHT));
        x += widthOfBox(name) + GAP / 2;
      }
      y += ROW;
    }
    lines(inside.reduced(), "#777777", 1);
    inside.seen().keySet().forEach(this::box);
  }

  private void box(String name) {
    Box box = boxes.get(name);
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" fill=\"#ffffff\""
            + " stroke=\"#777777\"/>",
        box.x, box.y, box.width, box.height);
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
        box.middle(), box.y + 17, name);
  }

  private void lines(Dependencies dependencies, String colour, int width) {
    dependencies
        .seen()
        .forEach(
            (from, all) ->
                all.forEach(
                    to -> {
                      Box start = boxes.get(from);
                      Box end = boxes.get(to);
                      double top = start.y + start.height;
                      double bend = (end.y - top) / 2;
                      add(
                          "<path d=\"M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f\" fill=\"none\""
                              + " stroke=\"%s\" stroke-width=\"%d\" marker-end=\"url(#m%s)\"/>",
                          start.middle(),
                          top,
                          start.middle(),
                          top + bend,
                          end.middle(),
                          end.y - bend,
                          end.middle(),
                          end.y,
                          colour,
                          width,
                          colour.substring(1));
                    }));
  }

  private double widthOfTier(List<String> tier) {
    return tier.stream().mapToDouble(this::widthOf).sum() + 2 * GAP * (tier.size() - 1);
  }

  private double widthOf(String module) {
    return modules.inside(module).rows().stream().mapToDouble(Picture::widthOfRow).max().orElse(0)
        + 2 * GAP;
  }

  private double heightOf(String module) {
    return TITLE + ROW * (modules.inside(module).rows().size() - 1) + BOX_HEIGHT + GAP / 2;
  }

  private static double widthOfRow(List<String> row) {
    return row.stream().mapToDouble(Picture::widthOfBox).sum() + GAP / 2 * (row.size() - 1);
  }

  private static double widthOfBox(String name) {
    return 7.0 * name.length() + 16;
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
