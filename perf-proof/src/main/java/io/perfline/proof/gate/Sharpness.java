package io.perfline.proof.gate;

import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How small a change a metric detects at one entry point, measured on builds against themselves:
 * medians over their verdicts; and the changes that were found there, where there are none.
 *
 * @param way the entry point
 * @param metric as in {@code thresholds.yml}
 * @param pairs after how many a verdict was there
 * @param plusMinus half of the interval by which a line passes, percent
 * @param least the smallest change that was found, percent
 * @param greatest the greatest
 */
record Sharpness(
    String way, String metric, double pairs, double plusMinus, double least, double greatest) {

  /** Returns them by entry point and metric, in the order of the first verdict. */
  static List<Sharpness> of(List<Verdict> unchanged) {
    List<Sharpness> all = new ArrayList<>();
    for (SlowedIngress ingress : SlowedIngress.values()) {
      List<Line> lines =
          unchanged.stream()
              .flatMap(verdict -> verdict.lines().stream())
              .filter(line -> line.caseName().equals(ingress.pairedCase()))
              .filter(line -> line.interval() != null)
              .filter(line -> Double.isFinite(half(line)))
              .toList();
      for (String metric : lines.stream().map(Line::metric).distinct().toList()) {
        all.add(of(ingress, lines.stream().filter(line -> line.metric().equals(metric)).toList()));
      }
    }
    return all;
  }

  private static Sharpness of(SlowedIngress ingress, List<Line> lines) {
    return new Sharpness(
        ingress.word(),
        lines.get(0).metric(),
        median(lines, Line::samples),
        median(lines, line -> 100 * Math.expm1(half(line))),
        lines.stream().mapToDouble(Line::value).min().orElseThrow(),
        lines.stream().mapToDouble(Line::value).max().orElseThrow());
  }

  /** Half of the interval, as the logarithm of a ratio. */
  private static double half(Line line) {
    return (ratio(line.interval().high()) - ratio(line.interval().low())) / 2;
  }

  private static double ratio(double percent) {
    return Math.log1p(percent / 100);
  }

  private static double median(List<Line> lines, ToDoubleFunction<Line> figure) {
    return GateProofRow.median(lines.stream().map(figure::applyAsDouble).toList());
  }
}
