package io.perfline.gate.history;

import io.perfline.gate.history.Shift.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.ChangePoints;
import io.perfline.gate.statistics.ChangePoints.Change;
import io.perfline.gate.statistics.HistoryChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the level shifts in one metric of a case's history.
 *
 * @param minChangePercent the smallest relevant shift, in percent
 * @param error the probability of finding a shift in a history without one
 */
public record Trend(KnownShifts known, double minChangePercent, double error) {

  /** Returns the shifts, oldest first. Runs without the metric are left out. */
  public List<Shift> shifts(CaseHistory history, Metric metric) {
    List<PastCase> runs = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (PastCase pastCase : history.runs()) {
      double value = pastCase.values().applyAsDouble(metric);
      if (Double.isFinite(value)) {
        runs.add(pastCase);
        values.add(value);
      }
    }
    double[] series = values.stream().mapToDouble(Double::doubleValue).toArray();
    List<Change> changes = ChangePoints.dated(series, error);
    double[] levels = levels(series, changes);
    List<Shift> shifts = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      int end = i + 1 < changes.size() ? changes.get(i + 1).at() : series.length;
      Shift shift = shift(history, metric, runs, changes.get(i), end, levels, i);
      if (Math.abs(shift.changePercent()) >= minChangePercent) {
        shifts.add(shift);
      }
    }
    return shifts;
  }

  private Shift shift(
      CaseHistory history,
      Metric metric,
      List<PastCase> runs,
      Change change,
      int end,
      double[] levels,
      int index) {
    List<PastCase> candidates = runs.subList(change.earliest(), change.latest() + 1);
    String note = known.of(history.name(), metric, candidates).orElse("");
    return new Shift(
        history.name(),
        history.target(),
        history.fingerprint(),
        metric.id(),
        levels[index],
        levels[index + 1],
        metric.unit().symbol(),
        100 * (levels[index + 1] / levels[index] - 1),
        Shift.First.of(runs.get(change.at())),
        runs.get(change.earliest() - 1).commit(),
        runs.get(change.latest()).commit(),
        end - change.at(),
        state(metric, levels, index, !note.isEmpty()),
        note);
  }

  private State state(Metric metric, double[] levels, int index, boolean acknowledged) {
    double before = levels[index];
    if (!worse(metric, before, levels[index + 1])) {
      return State.BETTER;
    }
    double now = levels[levels.length - 1];
    double margin =
        before * (1 + (metric.smallerIsBetter() ? minChangePercent : -minChangePercent) / 100);
    if (!worse(metric, margin, now)) {
      return State.UNDONE;
    }
    return acknowledged ? State.KNOWN : State.NEW;
  }

  private static boolean worse(Metric metric, double before, double after) {
    return metric.smallerIsBetter() ? after > before : after < before;
  }

  /** Returns the median of each level; there is one level more than changes. */
  private static double[] levels(double[] series, List<Change> changes) {
    double[] levels = new double[changes.size() + 1];
    int from = 0;
    for (int i = 0; i < levels.length; i++) {
      int to = i < changes.size() ? changes.get(i).at() : series.length;
      levels[i] = HistoryChange.median(Arrays.copyOfRange(series, from, to));
      from = to;
    }
    return levels;
  }
}
