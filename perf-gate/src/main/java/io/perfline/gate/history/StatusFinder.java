package io.perfline.gate.history;

import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.RecentChange;
import io.perfline.gate.thresholds.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds the status of cases. While a shift for the worse lasts, all runs since are compared with
 * the level before it, and its commits are named; otherwise the newest run is compared with its own
 * level.
 */
public final class StatusFinder {

  /** The fewest runs to compare with. */
  private static final int FEWEST = 5;

  /** The most runs to compare with; older ones are not relevant. */
  private static final int MOST = 60;

  private final double least;
  private final double error;

  /**
   * @param least smallest relevant change in percent
   * @param error probability that one interval misses the truth
   */
  public StatusFinder(double least, double error) {
    this.least = least;
    this.error = error;
  }

  /**
   * Returns the status of a case in the metric in which it is worst.
   *
   * @param histories histories of one case, one per machine; the machine that measured last counts
   * @param shifts of these histories
   */
  public Optional<CaseStatus> of(
      List<CaseHistory> histories, Set<Metric> metrics, List<Shift> shifts) {
    return histories.stream()
        .filter(history -> !history.runs().isEmpty())
        .max(Comparator.comparing(history -> last(history.runs()).time()))
        .flatMap(
            history ->
                metrics.stream()
                    .flatMap(metric -> of(history, metric, shifts).stream())
                    .max(
                        Comparator.comparing(CaseStatus::state)
                            .thenComparingDouble(StatusFinder::distance)));
  }

  private static double distance(CaseStatus status) {
    return status.change() == null ? 0 : Math.abs(status.change().value());
  }

  private Optional<CaseStatus> of(CaseHistory history, Metric metric, List<Shift> shifts) {
    List<PastCase> runs =
        history.runs().stream()
            .filter(pastCase -> pastCase.values().applyAsDouble(metric) > 0)
            .toList();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    List<Shift> own =
        shifts.stream()
            .filter(shift -> shift.fingerprint().equals(history.fingerprint()))
            .filter(shift -> shift.caseName().equals(history.name()))
            .filter(shift -> shift.target().equals(history.target()))
            .filter(shift -> shift.metric().equals(metric.word()))
            .toList();
    Optional<Shift> lasting =
        own.stream().filter(StatusFinder::lasts).reduce((earlier, later) -> later);
    return Optional.of(
        lasting.isPresent()
            ? since(history, metric, runs, own, lasting.get())
            : newest(history, metric, runs, own));
  }

  private static boolean lasts(Shift shift) {
    return shift.state() == Shift.State.NEW || shift.state() == Shift.State.KNOWN;
  }

  private CaseStatus since(
      CaseHistory history, Metric metric, List<PastCase> runs, List<Shift> shifts, Shift shift) {
    int at = begin(runs, shift);
    int before = shifts.indexOf(shift);
    int from = before == 0 ? 0 : begin(runs, shifts.get(before - 1));
    State state = shift.state() == Shift.State.KNOWN ? State.KNOWN : State.WORSE;
    return status(
        history,
        metric,
        runs,
        runs.subList(Math.max(from, at - MOST), at),
        change(runs.subList(Math.max(from, at - MOST), at), runs.subList(at, runs.size()), metric),
        state,
        shift.afterCommit(),
        shift.upToCommit());
  }

  /** Compares with the last level that is known, leaving out the runs since it changed. */
  private CaseStatus newest(
      CaseHistory history, Metric metric, List<PastCase> runs, List<Shift> shifts) {
    int from = shifts.isEmpty() ? 0 : begin(runs, shifts.get(shifts.size() - 1));
    int level = Math.min(runs.size() - 1, Math.max(from, runs.size() - 1 - MOST));
    Optional<RecentChange> recent =
        RecentChange.of(logs(runs.subList(level, runs.size()), metric), FEWEST, error);
    int at = recent.map(change -> level + change.at()).orElse(runs.size() - 1);
    List<PastCase> usual = runs.subList(level, at);
    return status(
        history,
        metric,
        runs,
        usual,
        recent
            .map(RecentChange::change)
            .orElseGet(() -> change(usual, runs.subList(at, runs.size()), metric)),
        null,
        at == 0 ? "" : runs.get(at - 1).commit(),
        runs.get(at).commit());
  }

  private Estimate change(List<PastCase> usual, List<PastCase> now, Metric metric) {
    return usual.size() < FEWEST
        ? null
        : HistoryChange.of(logs(usual, metric), logs(now, metric), error);
  }

  private CaseStatus status(
      CaseHistory history,
      Metric metric,
      List<PastCase> runs,
      List<PastCase> usual,
      Estimate change,
      State known,
      String afterCommit,
      String upToCommit) {
    double[] earlier = logs(usual, metric);
    State state = known == null ? state(metric, change) : known;
    boolean changed = state != State.AS_USUAL && state != State.TOO_FEW_RUNS;
    return new CaseStatus(
        history.name(),
        history.target(),
        metric,
        last(runs),
        last(runs).values().applyAsDouble(metric),
        runs.subList(Math.max(0, runs.size() - MOST), runs.size()).stream()
            .map(pastCase -> pastCase.values().applyAsDouble(metric))
            .toList(),
        earlier.length == 0 ? Double.NaN : Math.exp(HistoryChange.median(earlier)),
        change,
        state,
        changed ? afterCommit : "",
        changed ? upToCommit : "");
  }

  private State state(Metric metric, Estimate change) {
    if (change == null) {
      return State.TOO_FEW_RUNS;
    }
    boolean sure = change.low() > 0 || change.high() < 0;
    if (!sure || Math.abs(Estimate.percent(change.value())) < least) {
      return State.AS_USUAL;
    }
    return change.value() > 0 == metric.smallerIsBetter() ? State.WORSE : State.BETTER;
  }

  private static int begin(List<PastCase> runs, Shift shift) {
    return IntStream.range(0, runs.size())
        .filter(i -> !runs.get(i).time().isBefore(shift.likeliest().time()))
        .findFirst()
        .orElse(runs.size() - 1);
  }

  private static double[] logs(List<PastCase> runs, Metric metric) {
    return runs.stream()
        .mapToDouble(pastCase -> Math.log(pastCase.values().applyAsDouble(metric)))
        .toArray();
  }

  private static PastCase last(List<PastCase> runs) {
    return runs.get(runs.size() - 1);
  }
}
