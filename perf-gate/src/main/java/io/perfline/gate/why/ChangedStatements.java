package io.perfline.gate.why;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.Statements;
import io.perfline.core.run.Statements.Statement;
import io.perfline.core.run.Statements.Use;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes the statements of a database that a candidate executes more often or that take longer.
 *
 * @param statements what both builds executed
 * @param baselineUs the mean service time of the baseline, in microseconds
 * @param unit the unit of load to which calls refer
 */
record ChangedStatements(Statements statements, double baselineUs, LoadUnit unit) {

  /** The additional calls per request that matter, however short they are. */
  private static final double MANY_CALLS = 0.5;

  /** The share of the service time that matters. */
  private static final double WORTH = 0.02;

  private static final int NAMED = 3;

  private static final int LONGEST = 120;

  private static final int LONGEST_COLUMNS = 12;

  static Optional<ChangedStatements> of(CaseResult result) {
    return Optional.ofNullable(result.statements())
        .map(
            statements ->
                new ChangedStatements(statements, meanUs(result.pairs()), LoadUnit.of(result)));
  }

  private static double meanUs(List<SlicePair> pairs) {
    return pairs.stream()
        .map(SlicePair::baseline)
        .filter(slice -> slice.serviceTime() != null && slice.requests() > 0)
        .mapToDouble(ChangedStatements::meanUs)
        .average()
        .orElse(Double.NaN);
  }

  private static double meanUs(Slice slice) {
    return slice.serviceTime().meanUs();
  }

  /** Returns a sentence on the statements; empty if none has changed. */
  Optional<String> sentence() {
    if (statements.problem() != null) {
      return Optional.of("the statements are not known: " + statements.problem());
    }
    List<Statement> grown = grown();
    return grown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "statements: "
                + grown.stream().limit(NAMED).map(this::text).collect(Collectors.joining("; ")));
  }

  /** Returns the statement that takes most more time per request; empty if there is none. */
  Optional<String> first() {
    return statements.problem() == null
        ? grown().stream().findFirst().map(this::text)
        : Optional.empty();
  }

  private List<Statement> grown() {
    List<Statement> grown = new ArrayList<>(statements.all());
    grown.removeIf(one -> !isRelevant(one));
    grown.sort(Comparator.comparingDouble(this::growth).reversed());
    return grown;
  }

  private boolean isRelevant(Statement one) {
    return calls(one, true) - calls(one, false) >= MANY_CALLS || growth(one) >= WORTH * baselineUs;
  }

  /** Returns how much more time a request spends in the statement, in microseconds. */
  private double growth(Statement one) {
    return one.candidate().micros() / statements.candidateRequests()
        - one.baseline().micros() / statements.baselineRequests();
  }

  private double calls(Statement one, boolean ofCandidate) {
    return ofCandidate
        ? one.candidate().calls() / (double) statements.candidateRequests()
        : one.baseline().calls() / (double) statements.baselineRequests();
  }

  private String text(Statement one) {
    return "`%s` %s → %s calls %s, %s → %s µs per call"
        .formatted(
            shortened(one.text()),
            figure(calls(one, false)),
            figure(calls(one, true)),
            unit.each(),
            perCall(one.baseline()),
            perCall(one.candidate()));
  }

  private static String figure(double calls) {
    return String.format(Locale.ROOT, calls < 0.1 && calls > 0 ? "%.3f" : "%.1f", calls);
  }

  private static String perCall(Use use) {
    return use.calls() == 0 ? "–" : WhyText.figure(use.micros() / use.calls());
  }

  /** Returns a statement with a short list of columns. */
  static String shortened(String text) {
    String columns =
        text.replaceFirst(
            "(?is)^(select)\\s+(?:(?!from\\b).){" + LONGEST_COLUMNS + ",}?\\s+(from)\\b",
            "$1 … $2");
    return columns.length() <= LONGEST ? columns : columns.substring(0, LONGEST - 1) + "…";
  }
}
