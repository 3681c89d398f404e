package io.perfline.gate.text;

import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Severity;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes {@code verdict.txt} for places with little room, such as the page of a build. It contains
 * the verdict in one sentence, then the three worst cases with their values and their addresses in
 * the report.
 */
public final class TextFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "verdict.txt";

  private static final int MAX_CASES = 3;

  private TextFile() {}

  public static void write(Path folder, Verdict verdict, ReportAddress report) throws IOException {
    Files.writeString(folder.resolve(NAME), of(verdict, report));
  }

  static String of(Verdict verdict, ReportAddress report) {
    List<String> text = new ArrayList<>();
    text.add(verdict.outcome().id() + ": " + verdict.summary());
    text.addAll(VerdictText.changes(verdict));
    Set<String> shown = new HashSet<>();
    Stream.of(Outcome.FAIL, Outcome.INVALID, Outcome.WARN, Outcome.PASS)
        .flatMap(outcome -> Severity.worstFirst(verdict.lines(outcome)).stream())
        .filter(line -> !values(line).isEmpty())
        .filter(line -> shown.add(line.caseName()))
        .limit(MAX_CASES)
        .map(
            line ->
                "%s %s: %s, limit %s: %s"
                    .formatted(
                        line.caseName(),
                        line.metric(),
                        values(line),
                        line.limit(),
                        report.of(line.caseName())))
        .forEach(text::add);
    return String.join("\n", text) + "\n";
  }

  /** Returns the values before and after, or the value of an absolute limit that is not met. */
  private static String values(Line line) {
    String change = ValueText.comparison(line);
    return change.isEmpty() && line.value() != null && line.outcome() != Outcome.PASS
        ? ValueText.measured(line)
        : change;
  }
}
