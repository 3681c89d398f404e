package io.perfline.gate.history;

import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseRuns.Kind;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.LevelChange;
import io.perfline.gate.statistics.LogValues;
import io.perfline.gate.statistics.RecentChange;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the status of cases. While a shift for the worse lasts, the current level is compared with
 * the level before the shift, and the status contains the commits of the shift; otherwise the
 * newest run is compared with the last known level.
 *
 * @param minChangePercent the smallest relevant change in percent
 * @param error the probability that one interval misses the true change
 */
public record StatusFinder(double minChangePercent, double error) {

  /** The fewest runs to compare with. */
  private static final int MIN_RUNS = 5;

  /** The maximum number of runs to compare with, because older ones are not relevant. */
  private static final int MAX_RUNS = 60;

  /**
   * The runs of a history that measured one metric, and the shifts in that metric, oldest first.
   */
  private record Series(
      CaseHistory history, Metric metric, List<PastCase> runs, List<Shift> shifts) {

    static Series of(CaseHistory history, Metric metric, List<Shift> shifts) {
      return new Series(
          history,
          metric,
          history.runs().stream()
              .filter(pastCase -> isMeasured(metric, pastCase.values().applyAsDouble(metric)))
              .toList(),
          shifts.stream()
              .filter(shift -> shift.fingerprint().equals(history.fingerprint()))
              .filter(shift -> shift.caseName().equals(history.name()))
              .filter(shift -> shift.target().equals(history.target()))
              .filter(shift -> shift.metric().equals(metric.id()))
              .toList());
    }

    private static boolean isMeasured(Metric metric, double value) {
      return value > 0 || (value == 0 && metric.canBeZero());
    }

    Optional<Shift> lasting() {
      return shifts.stream()
          .filter(shift -> shift.state() == Shift.State.NEW || shift.state() == Shift.State.KNOWN)
          .reduce((earlier, later) -> later);
    }

    /** Returns the index of the first run of the level that the shift began. */
    int begin(Shift shift) {
      return IntStream.range(0, runs.size())
          .filter(i -> !runs.get(i).time().isBefore(shift.likeliest().time()))
          .findFirst()
          .orElse(runs.size() - 1);
    }

    double[] values(int from, int to) {
      return runs.subList(from, to).stream()
          .mapToDouble(pastCase -> pastCase.values().applyAsDouble(metric))
          .toArray();
    }

    /** Returns the logarithms, in which one value stands for every 0 of the series. */
    double[] logs(int from, int to) {
      return Arrays.copyOfRange(LogValues.of(values(0, runs.size())), from, to);
    }
  }

  /**
   * A comparison of the newest runs with earlier ones.
   *
   * @param from the index of the first run to compare with
   * @param to the index after the last run to compare with
   * @param at the index of the first run that is compared
   * @param change the change as a log ratio; null if there are too few runs
   */
  private record Comparison(
      int from,
      int to,
      int at,
      Estimate change,
      State state,
      String afterCommit,
      String upToCommit) {}

  /**
   * Returns the status of a case in the metric in which it is worst, as if its newest run were the
   * newest of the branch; empty if no run tried to measure it.
   *
   * @param runs the results of the case; only the machine with the newest valid one is used
   */
  public Optional<CaseStatus> of(
      TrendHistory.Measured measured, CaseRuns runs, Set<Metric> metrics, List<Shift> shifts) {
    return runs.histories().stream()
        .filter(history -> !history.runs().isEmpty())
        .max(Comparator.comparing(history -> last(history.runs()).time()))
        .flatMap(
            history ->
                metrics.stream()
                    .map(metric -> Series.of(history, metric, shifts))
                    .filter(series -> !series.runs().isEmpty())
                    .map(this::status)
                    .max(
                        Comparator.comparing(CaseStatus::state)
                            .thenComparingDouble(StatusFinder::distance)))
        .or(() -> neverValid(measured, runs, metrics));
  }

  private static double distance(CaseStatus status) {
    return status.change() == null ? 0 : Math.abs(status.change().value());
  }

  private static Optional<CaseStatus> neverValid(
      TrendHistory.Measured measured, CaseRuns runs, Set<Metric> metrics) {
    return runs.attempts().stream()
        .filter(attempt -> attempt.kind() == Kind.INVALID)
        .reduce((earlier, later) -> later)
        .map(attempt -> neverValid(measured, attempt, metrics.iterator().next()));
  }

  private static CaseStatus neverValid(
      TrendHistory.Measured measured, Attempt attempt, Metric metric) {
    return new CaseStatus(
        measured.name(),
        measured.target(),
        metric,
        new PastCase(attempt.run(), attempt.commit(), attempt.time(), 0, 0, any -> Double.NaN),
        Double.NaN,
        List.of(),
        Double.NaN,
        null,
        State.STALE,
        new Freshness(false, 1, 0),
        null,
        "",
        "");
  }

  private CaseStatus status(Series series) {
    Comparison comparison = comparison(series);
    List<PastCase> runs = series.runs();
    Metric metric = series.metric();
    boolean changed = comparison.state().noteworthy();
    double usual = HistoryChange.median(series.values(comparison.from(), comparison.to()));
    boolean fromZero = usual == 0 && comparison.state() != State.AS_USUAL;
    return new CaseStatus(
        series.history().name(),
        series.history().target(),
        metric,
        last(runs),
        last(runs).values().applyAsDouble(metric),
        runs.subList(Math.max(0, runs.size() - MAX_RUNS), runs.size()).stream()
            .map(pastCase -> pastCase.values().applyAsDouble(metric))
            .toList(),
        usual,
        fromZero ? null : comparison.change(),
        comparison.state(),
        Freshness.NEWEST,
        changed ? Shift.First.of(runs.get(comparison.at())) : null,
        changed ? comparison.afterCommit() : "",
        changed ? comparison.upToCommit() : "");
  }

  /**
   * Follows a lasting shift until it is undone. A change after a known shift is a new one, even if
   * no shift has been found there yet.
   */
  private Comparison comparison(Series series) {
    Optional<Comparison> since = series.lasting().map(shift -> since(series, shift));
    Optional<Comparison> fixed = since.flatMap(shifted -> fixed(series, shifted));
    if (fixed.isPresent()) {
      return fixed.get();
    }
    if (since.isPresent() && since.get().state() == State.WORSE) {
      return since.get();
    }
    Comparison newest = newest(series);
    return newest.state() == State.WORSE ? newest : since.orElse(newest);
  }

  /**
   * Compares the newest runs with the level before a lasting shift, if they are clearly better than
   * the level since the shift. The result is empty if they are still worse.
   */
  private Optional<Comparison> fixed(Series series, Comparison since) {
    int end = series.runs().size();
    int level = Math.max(series.begin(series.shifts().get(series.shifts().size() - 1)), since.at());
    int from = Math.max(level, end - 1 - MAX_RUNS);
    return RecentChange.of(series.logs(from, end), MIN_RUNS, error)
        .filter(recent -> state(series.metric(), recent.change()) == State.BETTER)
        .map(recent -> compare(series, since.from(), since.at(), from + recent.at()))
        .filter(comparison -> comparison.state() != State.WORSE);
  }

  private Comparison compare(Series series, int from, int to, int at) {
    List<PastCase> runs = series.runs();
    Estimate change =
        to - from < MIN_RUNS
            ? null
            : HistoryChange.of(series.logs(from, to), series.logs(at, runs.size()), error);
    return new Comparison(
        from,
        to,
        at,
        change,
        state(series.metric(), change),
        at == 0 ? "" : runs.get(at - 1).commit(),
        runs.get(at).commit());
  }

  /** Compares the current level with the one before a lasting shift. */
  private Comparison since(Series series, Shift shift) {
    List<Shift> shifts = series.shifts();
    int at = series.begin(shift);
    int number = shifts.indexOf(shift);
    int level = number == 0 ? 0 : series.begin(shifts.get(number - 1));
    int from = Math.max(level, at - MAX_RUNS);
    int now = series.begin(shifts.get(shifts.size() - 1));
    return new Comparison(
        from,
        at,
        at,
        LevelChange.of(series.logs(from, at), series.logs(now, series.runs().size()), error),
        shift.state() == Shift.State.KNOWN ? State.KNOWN : State.WORSE,
        shift.afterCommit(),
        shift.upToCommit());
  }

  /** Compares the newest runs with the last known level, leaving out the runs since it changed. */
  private Comparison newest(Series series) {
    List<PastCase> runs = series.runs();
    List<Shift> shifts = series.shifts();
    int end = runs.size();
    int level = shifts.isEmpty() ? 0 : series.begin(shifts.get(shifts.size() - 1));
    int from = Math.min(end - 1, Math.max(level, end - 1 - MAX_RUNS));
    Optional<RecentChange> recent = RecentChange.of(series.logs(from, end), MIN_RUNS, error);
    if (recent.isEmpty()) {
      return compare(series, from, end - 1, end - 1);
    }
    int at = from + recent.get().at();
    Estimate change = recent.get().change();
    return new Comparison(
        from,
        at,
        at,
        change,
        state(series.metric(), change),
        runs.get(at - 1).commit(),
        runs.get(at).commit());
  }

  private State state(Metric metric, Estimate change) {
    if (change == null) {
      return State.TOO_FEW_RUNS;
    }
    boolean sure = change.low() > 0 || change.high() < 0;
    if (!sure || Math.abs(Estimate.percent(change.value())) < minChangePercent) {
      return State.AS_USUAL;
    }
    return change.value() > 0 == metric.smallerIsBetter() ? State.WORSE : State.BETTER;
  }

  private static PastCase last(List<PastCase> runs) {
    return runs.get(runs.size() - 1);
  }
}
