package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.gate.compare.CaseChange;
import io.perfline.gate.compare.CaseComparison;
import io.perfline.gate.compare.Difference;
import io.perfline.gate.compare.RunComparison;
import java.util.ArrayList;
import java.util.List;

/** A comparison in words: the same rows for the terminal, for Markdown and for the page. */
final class ComparisonTable {

  /** An underscore in front makes a column of text, as in {@link FigureMarkup#head}. */
  static final List<String> HEAD =
      List.of("_case", "_target", "_figure", "before", "now", "change", "_95 % interval");

  /** What an interval covers, and what not. */
  static final String NOTE =
      "The interval covers how the figures scatter within the two runs, not what"
          + " differs from run to run: a threshold decides whether a change is more than"
          + " noise.";

  private ComparisonTable() {}

  static String title(RunComparison comparison) {
    return "Change from run %s to run %s"
        .formatted(comparison.before().run(), comparison.now().run());
  }

  /** A row for each figure of each case; a case that can't be compared has one that says why. */
  static List<List<String>> rows(RunComparison comparison) {
    List<List<String>> rows = new ArrayList<>();
    for (CaseComparison one : comparison.cases()) {
      if (one.problems().isEmpty()) {
        one.differences().forEach(difference -> rows.add(row(one.now(), difference)));
      } else {
        rows.add(
            List.of(
                one.now().name(),
                one.now().target(),
                "not compared",
                NumberFormats.NONE,
                NumberFormats.NONE,
                NumberFormats.NONE,
                String.join("; ", one.problems())));
      }
    }
    return rows;
  }

  private static List<String> row(CaseResult result, Difference difference) {
    return List.of(
        result.name(),
        result.target(),
        difference.figure() + ", " + difference.unit(),
        NumberFormats.plain(difference.before()),
        NumberFormats.plain(difference.now()),
        told(difference, difference.change().value()),
        interval(difference));
  }

  private static String interval(Difference difference) {
    CaseChange change = difference.change();
    return change.hasInterval()
        ? "%s to %s".formatted(told(difference, change.low()), told(difference, change.high()))
        : "not known: too few seconds";
  }

  private static String told(Difference difference, double share) {
    String sign = share > 0 ? "+" : "";
    return sign
        + (difference.relative()
            ? NumberFormats.percent(share)
            : NumberFormats.with(100 * share, "points"));
  }
}
