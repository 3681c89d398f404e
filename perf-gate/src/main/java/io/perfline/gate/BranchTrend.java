package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.gate.history.CaseHistory;
import io.perfline.gate.history.CaseRuns;
import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.Freshness;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.history.Shift;
import io.perfline.gate.history.StatusFinder;
import io.perfline.gate.history.Trend;
import io.perfline.gate.history.TrendHistory;
import io.perfline.gate.history.TrendHistory.Measured;
import io.perfline.gate.influx.Database;
import io.perfline.gate.metric.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the level shifts of a branch and the status of its cases.
 *
 * @param metrics the metrics in which to find shifts
 */
public record BranchTrend(HistoryPart part, Set<Metric> metrics) {

  /** The probability that any unchanged case is reported as worse. */
  private static final double ERROR = 0.01;

  /**
   * The share of {@link #ERROR} that shifts may use, half of which are for the better. The other
   * share is for comparisons of the newest runs. Both may report an unchanged case as worse.
   */
  private static final double OF_SHIFTS = 0.3;

  private static final double OF_NEWEST = 0.85;

  /**
   * The results of one case, which has one history per machine.
   *
   * @param runs the number of valid runs in all histories
   * @param measured the metrics that any valid run measured
   * @param newest the status of the case; empty if no run tried to measure it
   */
  private record OfCase(
      int histories,
      long runs,
      Set<Metric> measured,
      List<Shift> shifts,
      List<Attempt> attempts,
      Optional<CaseStatus> newest) {

    /**
     * Returns the status of the case with its freshness.
     *
     * @param runs the starts of the branch's newest runs
     */
    Optional<CaseStatus> status(Set<Instant> runs) {
      return newest.map(status -> status.with(Freshness.of(histories > 0, attempts, runs)));
    }
  }

  /**
   * The shifts and statuses of all cases.
   *
   * @param histories the number of histories, one for each case and machine
   * @param runs the number of runs in all histories
   */
  public record Found(int histories, long runs, List<Shift> shifts, List<CaseStatus> statuses) {}

  /**
   * Finds the shifts and statuses.
   *
   * @param minChangePercent the smallest relevant shift, in percent
   * @throws Fault (exit code 3) if there is no history, or no valid run contains one of the metrics
   */
  public Found find(TrendHistory past, KnownShifts known, double minChangePercent) {
    List<Measured> cases = past.cases();
    if (cases.isEmpty()) {
      throw Fault.noVerdict(
          ("there is no history of branch %s, environment %s, profile %s since %s;"
                  + " perfline publish RUN writes it")
              .formatted(part.branch(), part.environment(), part.profile(), part.since()));
    }
    double error = ERROR / (cases.size() * metrics.size());
    Trend trend = new Trend(known, minChangePercent, OF_SHIFTS * error);
    StatusFinder finder = new StatusFinder(minChangePercent, OF_NEWEST * error);
    List<OfCase> all =
        cases.parallelStream()
            .map(measured -> find(measured, past.runs(measured, metrics), trend, finder))
            .toList();
    Set<Instant> runs =
        all.stream()
            .flatMap(ofCase -> ofCase.attempts().stream())
            .map(Attempt::time)
            .collect(Collectors.toSet());
    requireMeasured(all);
    return new Found(
        all.stream().mapToInt(OfCase::histories).sum(),
        all.stream().mapToLong(OfCase::runs).sum(),
        all.stream().flatMap(ofCase -> ofCase.shifts().stream()).toList(),
        all.stream().flatMap(ofCase -> ofCase.status(runs).stream()).toList());
  }

  /**
   * Publishes the shifts and statuses for the dashboard of trends, in place of the earlier ones.
   *
   * @throws Fault (exit code 3) if InfluxDB doesn't accept them
   */
  public void publish(Found found, Database database) {
    TrendMarks marks = new TrendMarks(database, part);
    marks.publish(metrics, found.shifts());
    marks.publish(found.statuses());
  }

  private OfCase find(Measured named, CaseRuns results, Trend trend, StatusFinder finder) {
    List<CaseHistory> histories = results.histories();
    List<Shift> shifts = new ArrayList<>();
    Set<Metric> measured = EnumSet.noneOf(Metric.class);
    long runs = 0;
    for (CaseHistory history : histories) {
      runs += history.runs().size();
      for (Metric metric : metrics) {
        shifts.addAll(trend.shifts(history, metric));
        if (history.contains(metric)) {
          measured.add(metric);
        }
      }
    }
    return new OfCase(
        histories.size(),
        runs,
        measured,
        shifts,
        results.attempts(),
        finder.of(named, results, metrics, shifts));
  }

  private void requireMeasured(List<OfCase> all) {
    for (Metric metric : metrics) {
      if (all.stream().noneMatch(ofCase -> ofCase.measured().contains(metric))) {
        throw Fault.noVerdict(
            "no valid run of branch %s, profile %s since %s contains %s"
                .formatted(part.branch(), part.profile(), part.since(), metric.id()));
      }
    }
  }
}
