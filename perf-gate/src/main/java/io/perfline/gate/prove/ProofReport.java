package io.perfline.gate.prove;

import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedCase.Decision;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Formats the result of a proof as Markdown, for a wiki. */
public final class ProofReport {

  private static final double SECONDS_PER_MINUTE = 60;
  private static final double SECONDS_PER_HOUR = 3600;

  private final List<Proved> proved;
  private final Formatter text = new Formatter(Locale.ROOT);

  private ProofReport(List<Proved> proved) {
    this.proved = proved;
  }

  /**
   * Returns the report as Markdown.
   *
   * @param title the service, commit, profile and machine
   */
  public static String of(String title, List<Proved> proved) {
    ProofReport report = new ProofReport(proved);
    report.text.format(
        "# %s%n%n%d verdict%s, %.1f machine-hours.%n",
        title,
        report.verdicts().size(),
        report.verdicts().size() == 1 ? "" : "s",
        report.seconds(report.verdicts()) / SECONDS_PER_HOUR);
    report.versions();
    report.falseAlarms();
    report.changes();
    report.smallest();
    return report.text.toString();
  }

  private List<ProvedVerdict> verdicts() {
    return proved.stream().flatMap(each -> each.verdicts().stream()).toList();
  }

  private double seconds(List<ProvedVerdict> verdicts) {
    return verdicts.stream().mapToDouble(ProvedVerdict::seconds).sum();
  }

  /** Names the versions of perfline, with the number of verdicts of each. */
  private void versions() {
    Map<String, Long> versions =
        verdicts().stream()
            .collect(
                Collectors.groupingBy(
                    ProvedVerdict::perfline, LinkedHashMap::new, Collectors.counting()));
    String names =
        versions.size() == 1
            ? versions.keySet().iterator().next()
            : versions.entrySet().stream()
                .map(one -> "%s: %d".formatted(one.getKey(), one.getValue()))
                .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      text.format("By perfline %s.%n", names);
    }
  }

  private void falseAlarms() {
    text.format(
        "%n## Verdicts on equal builds%n%n\"At most\" is the upper bound of the rate of false"
            + " alarms, at %.0f %% confidence.%n%n| changed | verdicts | failed | at most | passed"
            + " | undecided | no verdict | minutes per verdict"
            + " |%n|---|--:|--:|--:|--:|--:|--:|--:|%n",
        100 * ErrorRate.CONFIDENCE);
    for (Proved each : proved) {
      if (each.change().isNone()) {
        List<ProvedVerdict> verdicts = each.verdicts();
        int failed = count(verdicts, Decision.FAILED);
        int valid = verdicts.size() - count(verdicts, Decision.NO_VERDICT);
        text.format(
            "| %s | %d | %d | %s | %d | %d | %d | %s |%n",
            each.change().title(),
            verdicts.size(),
            failed,
            new ErrorRate(failed, valid).bound(),
            count(verdicts, Decision.PASSED),
            count(verdicts, Decision.UNDECIDED),
            count(verdicts, Decision.NO_VERDICT),
            minutes(verdicts));
      }
    }
  }

  private String minutes(List<ProvedVerdict> verdicts) {
    return verdicts.isEmpty()
        ? "–"
        : String.format(
            Locale.ROOT, "%.1f", seconds(verdicts) / verdicts.size() / SECONDS_PER_MINUTE);
  }

  private static int count(List<ProvedVerdict> verdicts, Decision decision) {
    return (int) verdicts.stream().filter(verdict -> verdict.decision() == decision).count();
  }

  private void changes() {
    List<ProvedRow> rows = ProvedRow.of(proved).stream().filter(row -> !row.unchanged()).toList();
    if (rows.isEmpty()) {
      return;
    }
    text.format(
        "%n## Changes that were made on purpose%n%n"
            + "| change | case | failed | verdicts | undecided | no verdict | load, s | measured"
            + " | exceeded limits on |%n|---|---|--:|--:|--:|--:|--:|--:|---|%n");
    for (ProvedRow row : rows) {
      text.format(
          "| %s | %s | %d | %d | %d | %d | %.0f | %s | %s |%n",
          row.change(),
          row.caseName(),
          row.failed(),
          row.verdicts(),
          row.undecided(),
          row.noVerdict(),
          row.medianSeconds(),
          row.medianChangePercent() == null
              ? "–"
              : LimitProposal.percent(row.medianChangePercent()),
          row.detectedBy().isEmpty() ? "–" : String.join(", ", row.detectedBy().keySet()));
    }
  }

  private void smallest() {
    List<DetectableChange> all = DetectableChange.of(proved);
    if (all.isEmpty()) {
      return;
    }
    Set<String> kinds = DetectableChange.kinds(proved);
    List<LimitProposal> proposals = LimitProposal.of(proved);
    text.format(
        "%n## The smallest change that every verdict detected%n%n\"±\" is half of the confidence"
            + " interval on equal builds. 95 %% of the comparisons of equal builds meet the proposed limit.%n%n| case"
            + " | metric | limit | ± |");
    kinds.forEach(kind -> text.format(" %s |", kind));
    text.format(" proposed |%n|---|---|--:|--:|%s--:|%n", "--:|".repeat(kinds.size()));
    for (DetectableChange each : all) {
      List<String> cells = new ArrayList<>();
      kinds.forEach(
          kind ->
              cells.add(
                  each.smallest().containsKey(kind) ? each.smallest().get(kind) + " %" : "–"));
      text.format(
          "| %s | %s | %s | %s |%s %s |%n",
          each.caseName(),
          each.metric(),
          each.limits().isEmpty() ? "–" : LimitProposal.percent(each.limits().get(0).limit()),
          Double.isNaN(each.plusMinus())
              ? "–"
              : String.format(Locale.ROOT, "%.1f %%", each.plusMinus()),
          cells.isEmpty() ? "" : " " + String.join(" | ", cells) + " |",
          proposals.stream()
              .filter(proposal -> proposal.threshold().equals(each.threshold()))
              .map(proposal -> LimitProposal.percent(proposal.proposed()))
              .findFirst()
              .orElse("–"));
    }
  }
}
