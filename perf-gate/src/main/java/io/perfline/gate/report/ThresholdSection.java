package io.perfline.gate.report;

import io.perfline.gate.text.LimitGroups;
import io.perfline.gate.text.LimitGroups.Group;
import io.perfline.gate.text.ValueText;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;

/** Writes all lines of a verdict except the exceeded ones, which are on the first screen. */
record ThresholdSection(HtmlBuilder html, Verdict verdict) {

  static void write(HtmlBuilder html, Verdict verdict) {
    if (verdict.lines().size() > verdict.lines(Outcome.FAIL).size()) {
      html.chapter("Limits");
      new ThresholdSection(html, verdict).write();
    }
    if (!verdict.notJudged().isEmpty()) {
      html.element("p", "Measured, not judged: " + String.join(", ", verdict.notJudged()));
    }
  }

  private void write() {
    LimitGroups limits = LimitGroups.of(verdict.lines());
    for (Group group : Group.values()) {
      if (group != Group.EXCEEDED) {
        boolean open = group == Group.NOT_JUDGED || group == Group.WARNED;
        group(group.words(), open, limits.lines(group));
      }
    }
  }

  private void group(String what, boolean open, List<Line> lines) {
    if (lines.isEmpty()) {
      return;
    }
    html.open("details", open ? new String[] {"open", ""} : new String[0])
        .element("summary", lines.size() + " " + what);
    HtmlTable<Line> table =
        new HtmlTable<Line>()
            .heading("threshold", Line::threshold)
            .text("case", ThresholdSection::caseName)
            .text("limit", line -> Labels.metric(line.metric()) + " " + line.limit());
    if (lines.stream().anyMatch(line -> line.value() != null)) {
      table.text("measured", ThresholdSection::measured);
    }
    if (lines.stream().anyMatch(line -> !Labels.limitShare(line).isEmpty())) {
      table.figure("of its limit", Labels::limitShare);
    }
    table
        .figure("samples", line -> line.samples() == 0 ? "" : NumberFormats.count(line.samples()))
        .longText("why", ThresholdSection::reason)
        .write(html, "Thresholds " + what, lines);
    html.close("details");
  }

  private static String caseName(Line line) {
    return line.caseName() + (line.target() == null ? "" : ", " + line.target());
  }

  private static String measured(Line line) {
    String values = ValueText.beforeAndAfter(line);
    return (values.isEmpty() ? "" : values + ", ") + ValueText.measured(line);
  }

  private static String reason(Line line) {
    return line.relative() && line.value() != null
        ? "%s; baseline: %s%s"
            .formatted(
                line.reasonWithMethods(),
                ValueText.origin(line.baseline()),
                line.interval() == null ? "" : "; interval: " + Labels.method(line))
        : line.reasonWithMethods();
  }
}
