package io.perfline.gate.history;

import io.perfline.core.git.CommitId;
import io.perfline.gate.history.Shift.State;
import io.perfline.gate.history.TrendFile.CaseTrend;
import io.perfline.gate.verdict.FigureFormat;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats shifts and the status of cases for the terminal. */
public final class TrendTable {

  private TrendTable() {}

  /** Formats a summary, then one line per shift, beginning with new ones. */
  public static String of(List<Shift> shifts, int histories, long runs) {
    StringBuilder text = new StringBuilder(shiftsByState(shifts));
    text.append(
        String.format(Locale.ROOT, " in %,d histories of %,d measured cases.%n", histories, runs));
    for (State state : State.values()) {
      shifts.stream().filter(shift -> shift.state() == state).forEach(shift -> append(shift, text));
    }
    return text.toString();
  }

  private static String shiftsByState(List<Shift> shifts) {
    return shifts.isEmpty()
        ? "No level shifts"
        : Arrays.stream(State.values())
            .filter(state -> count(shifts, state) > 0)
            .map(state -> "%d %s".formatted(count(shifts, state), state.id()))
            .collect(Collectors.joining(", ", "Level shifts: ", ","));
  }

  /**
   * Formats the numbers of cases by their states, then one line per case that changed or is stale.
   */
  public static String statuses(List<CaseStatus> statuses) {
    StringBuilder text =
        new StringBuilder(
            statuses.isEmpty()
                ? "Cases: none."
                : Arrays.stream(CaseStatus.State.values())
                    .filter(state -> count(statuses, state) > 0)
                    .map(state -> "%d %s".formatted(count(statuses, state), state.text()))
                    .collect(Collectors.joining("; ", "Cases: ", ".")));
    text.append(System.lineSeparator());
    statuses.stream()
        .filter(status -> status.state().noteworthy())
        .sorted(Comparator.comparing(CaseStatus::state).reversed())
        .map(CaseTrend::of)
        .forEach(
            trend ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%-13s %s (%s) %s%n",
                        trend.state().text(),
                        trend.caseName(),
                        trend.target(),
                        Stream.of(
                                trend.state() == CaseStatus.State.STALE
                                    ? ""
                                    : trend.metric() + " " + trend.change(),
                                trend.commits(),
                                trend.freshness())
                            .filter(part -> !part.isEmpty())
                            .collect(Collectors.joining(", ")))));
    return text.toString();
  }

  private static long count(List<Shift> shifts, State state) {
    return shifts.stream().filter(shift -> shift.state() == state).count();
  }

  private static long count(List<CaseStatus> statuses, CaseStatus.State state) {
    return statuses.stream().filter(status -> status.state() == state).count();
  }

  private static void append(Shift shift, StringBuilder text) {
    text.append(
        String.format(
            Locale.ROOT,
            "%n%-7s %s (%s) %s %s: %s -> %s, for %,d runs%n",
            shift.state().id(),
            shift.caseName(),
            shift.target(),
            shift.metric(),
            FigureFormat.change(shift.changePercent()),
            FigureFormat.withUnit(shift.before(), shift.unit()),
            FigureFormat.withUnit(shift.after(), shift.unit()),
            shift.runs()));
    text.append(
        String.format(
            Locale.ROOT,
            "        since %s, run %s; git log %s..%s%n",
            shift.likeliest().time(),
            shift.likeliest().run(),
            CommitId.shortened(shift.afterCommit()),
            CommitId.shortened(shift.upToCommit())));
    if (!shift.note().isEmpty()) {
      text.append("        ").append(shift.note()).append(System.lineSeparator());
    }
  }
}
