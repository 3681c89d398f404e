package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.PublishedFigures;
import io.perfline.core.run.PublishedFigures.PublishedFigure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sweep of a run directly against the store or a bare peer, compared with the published figures
 * of the same sweep.
 *
 * @param name the name of the sweep, such as {@code kafka/connections}
 * @param points the points in ascending order of their values
 */
public record ComparedSweep(String name, List<Point> points) {

  /**
   * Sorts points by number. Values that are words, such as consistency levels, stay in the order of
   * the run.
   */
  private static final Comparator<Point> BY_VALUE =
      Comparator.comparingDouble(
          point -> SweepChart.isNumber(point.value) ? Double.parseDouble(point.value) : 0);

  /**
   * A value of the sweep.
   *
   * @param value the value as in the name of the case
   * @param figure the published figure; empty if there is none
   * @param ours the step from the previous value that both have; empty for the first one
   * @param published the same step in the published figures; empty for the first one
   */
  public record Point(
      String value,
      CaseResult measured,
      Optional<PublishedFigure> figure,
      Optional<Step> ours,
      Optional<Step> published) {

    private double publishedPerS() {
      return figure.map(PublishedFigure::messagesPerS).orElse(Double.NaN);
    }

    private boolean comparable() {
      return measured.valid() && measured.throughputPerS() > 0 && publishedPerS() > 0;
    }

    private Point after(Point before) {
      return new Point(
          value,
          measured,
          figure,
          Step.between(before.measured.throughputPerS(), measured.throughputPerS()),
          Step.between(before.publishedPerS(), publishedPerS()));
    }
  }

  /** Returns the sweeps for which figures were published. */
  public static List<ComparedSweep> of(Collection<CaseResult> cases) {
    Map<String, List<Point>> sweeps = new LinkedHashMap<>();
    for (CaseResult result : cases) {
      int last = result.name().lastIndexOf('/');
      if (result.target().equals("direct") && last > result.simulation().length()) {
        sweeps
            .computeIfAbsent(result.name().substring(0, last), any -> new ArrayList<>())
            .add(
                new Point(
                    result.name().substring(last + 1),
                    result,
                    PublishedFigures.of(result.name()),
                    Optional.empty(),
                    Optional.empty()));
      }
    }
    return sweeps.entrySet().stream()
        .filter(sweep -> sweep.getValue().stream().anyMatch(point -> point.figure.isPresent()))
        .map(sweep -> new ComparedSweep(sweep.getKey(), stepped(sweep.getValue())))
        .toList();
  }

  /** Returns the number of steps for which both our figures and the published ones are known. */
  public long steps() {
    return points.stream().filter(point -> point.ours.isPresent()).count();
  }

  /** Returns the number of steps with the same direction in both. */
  public long agreeing() {
    return points.stream()
        .filter(point -> point.ours.isPresent() && point.ours.equals(point.published))
        .count();
  }

  private static List<Point> stepped(List<Point> unsorted) {
    List<Point> points = new ArrayList<>();
    Optional<Point> before = Optional.empty();
    for (Point point : unsorted.stream().sorted(BY_VALUE).toList()) {
      if (!point.comparable()) {
        points.add(point);
      } else {
        points.add(before.map(point::after).orElse(point));
        before = Optional.of(point);
      }
    }
    return List.copyOf(points);
  }

  /** The direction in which throughput changes from one value of a sweep to the next. */
  public enum Step {
    UP("up"),
    FLAT("flat"),
    DOWN("down");

    /**
     * The smallest ratio that counts as a step; the published figures are rounded to about as much.
     */
    private static final double MIN_RATIO = 1.1;

    private final String text;

    Step(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    /** Returns the direction; empty if one of the throughputs is missing. */
    static Optional<Step> between(double before, double now) {
      if (!(before > 0) || !(now > 0)) {
        return Optional.empty();
      }
      double ratio = now / before;
      return Optional.of(ratio >= MIN_RATIO ? UP : ratio <= 1 / MIN_RATIO ? DOWN : FLAT);
    }
  }
}
