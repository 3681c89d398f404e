package io.perfline.gate.why;

import io.perfline.core.run.LoadUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a differential flame graph as plain SVG, without scripts and styles, so that content
 * policies permit it. The width of each box is the larger amount of both builds. Methods that got
 * slower are striped and have a plus; those that got faster are dotted and have a minus.
 */
final class FlameGraph {

  private static final int WIDTH = 1200;
  private static final int ROW = 20;
  private static final int FOOT = 34;
  private static final double CHARACTER = 5.9;
  private static final double NARROWEST = WIDTH / 400.0;

  /** The smallest share of the total that is shown as a change. */
  private static final double CHANGED = 0.02;

  /** The smallest share of the total that is listed as text. */
  private static final double LISTED = 0.02;

  private static final int MAX_LISTED = 40;

  private final FlameBox root;
  private final Resource resource;
  private final LoadUnit unit;
  private final StringBuilder svg = new StringBuilder();
  private final double scale;

  private FlameGraph(FlameBox root, Resource resource, LoadUnit unit) {
    this.root = root;
    this.resource = resource;
    this.unit = unit;
    scale = (WIDTH - 2) / root.width();
  }

  /**
   * Draws a graph.
   *
   * @param description a text for people who can't see the graph
   */
  static String draw(FlameBox root, Resource resource, LoadUnit unit, String description) {
    FlameGraph graph = new FlameGraph(root, resource, unit);
    int height = height(root);
    graph.head(height, description);
    graph.box(root, 1, 1);
    graph.foot(height);
    return graph.svg.append("</svg>\n").toString();
  }

  /** Returns the height of a graph in pixels. */
  static int height(FlameBox root) {
    return root.depth(NARROWEST * root.width() / (WIDTH - 2)) * ROW + FOOT;
  }

  static int width() {
    return WIDTH;
  }

  private void head(int height, String description) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            + " viewBox=\"0 0 %d %d\" font-family=\"system-ui, sans-serif\" font-size=\"11\">\n",
        WIDTH, height, WIDTH, height);
    add("<title>%s</title>\n", escaped(description));
    add(
        "<defs>\n<pattern id=\"slower\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\""
            + " patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#fde3cf\"/>"
            + "<rect width=\"2\" height=\"7\" fill=\"#f2a25c\"/></pattern>\n"
            + "<pattern id=\"faster\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
            + "<rect width=\"6\" height=\"6\" fill=\"#dcecf7\"/>"
            + "<circle cx=\"3\" cy=\"3\" r=\"1.2\" fill=\"#5fa8d6\"/></pattern>\n</defs>\n"
            + "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
        WIDTH, height);
  }

  private void box(FlameBox box, double x, double y) {
    double width = box.width() * scale;
    boolean changed = Math.abs(box.change()) >= CHANGED * root.width();
    String fill = changed ? (box.change() > 0 ? "url(#slower)" : "url(#faster)") : "#f3f4f6";
    add(
        "<g><title>%s: %s to %s %s %s, %s</title>\n",
        escaped(box.name()),
        WhyText.figure(box.baseline()),
        WhyText.figure(box.candidate()),
        resource.unit(),
        unit.each(),
        WhyText.signed(box.change()));
    add(
        "<rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"#404040\""
            + " stroke-width=\"%s\"/>\n",
        x, y, width, ROW, fill, changed ? "1.2" : "0.4");
    label(box, changed, x, y, width);
    add("</g>\n");
    double at = x;
    for (FlameBox below : box.called()) {
      if (below.width() * scale >= NARROWEST) {
        box(below, at, y + ROW);
      }
      at += below.width() * scale;
    }
  }

  /** Writes black text with a white outline, which is readable on stripes. */
  private void label(FlameBox box, boolean changed, double x, double y, double width) {
    String change = changed ? WhyText.signed(box.change()) + " " : "";
    int room = (int) ((width - 4) / CHARACTER);
    String text = change + StackFrame.shortName(box.name());
    if (room < 4) {
      return;
    }
    String shown = text.length() <= room ? text : text.substring(0, room - 1) + "…";
    add(
        "<text x=\"%.1f\" y=\"%.1f\" fill=\"#000000\" stroke=\"#ffffff\" stroke-width=\"2.5\""
            + " paint-order=\"stroke\"%s>%s</text>\n",
        x + 3, y + 14, changed ? " font-weight=\"bold\"" : "", escaped(shown));
  }

  private void foot(int height) {
    String all =
        "%s: %s to %s"
            .formatted(
                resource.per(unit),
                WhyText.figure(root.baseline()),
                WhyText.figure(root.candidate()));
    add("<text x=\"3\" y=\"%d\" fill=\"#404040\">%s</text>\n", height - 18, escaped(all));
    add(
        "<text x=\"3\" y=\"%d\" fill=\"#404040\">striped, +: slower; dotted, -:"
            + " faster; width: the greater of both</text>\n",
        height - 5);
  }

  private void add(String form, Object... values) {
    svg.append(String.format(Locale.ROOT, form, values));
  }

  /** Describes the widest boxes as text. */
  static List<CaseWhy.Box> boxes(FlameBox root, Resource resource, LoadUnit unit) {
    List<CaseWhy.Box> boxes = new ArrayList<>();
    describe(root, 0, LISTED * root.width(), resource.unit() + " " + unit.each(), boxes);
    return boxes;
  }

  private static void describe(
      FlameBox box, int depth, double minWidth, String unit, List<CaseWhy.Box> boxes) {
    if (box.width() < minWidth || boxes.size() == MAX_LISTED) {
      return;
    }
    String text =
        "%s: %s to %s %s, %s"
            .formatted(
                StackFrame.shortName(box.name()),
                WhyText.figure(box.baseline()),
                WhyText.figure(box.candidate()),
                unit,
                WhyText.signed(box.change()));
    boxes.add(new CaseWhy.Box(depth, text));
    box.called().forEach(below -> describe(below, depth + 1, minWidth, unit, boxes));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
