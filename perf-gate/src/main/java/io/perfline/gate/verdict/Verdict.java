package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The gate's decision on one run, as stored in {@code verdict.json}.
 *
 * @param schema the version of the format, {@link #SCHEMA}
 * @param build the CI server's build number, or {@code local}
 * @param outcome the outcome that {@link #outcomeOf} returns for the problems and lines
 * @param summary one sentence with the reason for the outcome and the line to look at first
 * @param brief the summary of a warning without that line; otherwise the summary; not stored, and
 *     taken from the summary if it is null
 * @param problems the reasons why there is no verdict on the run as a whole; empty if there is one
 * @param lines one line for each threshold and each of its cases
 * @param notJudged the measured cases that no threshold matches, such as {@code http/record
 *     (service)}
 */
public record Verdict(
    int schema,
    String run,
    String build,
    String branch,
    String commit,
    String profile,
    String environment,
    Instant judged,
    Outcome outcome,
    String summary,
    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY) String brief,
    List<String> problems,
    List<Line> lines,
    @JsonProperty("not_judged") List<String> notJudged) {

  /** The version that this code writes, and the only one it reads. */
  public static final int SCHEMA = 1;

  private static final String FIRST = "; the first is ";

  public Verdict {
    brief = brief == null ? withoutLine(summary, outcome) : brief;
    problems = List.copyOf(problems);
    lines = List.copyOf(lines);
    notJudged = List.copyOf(notJudged);
    if (outcome != outcomeOf(problems, lines)) {
      throw new IllegalArgumentException(
          "the outcome is given as %s, but follows from the lines as %s"
              .formatted(outcome, outcomeOf(problems, lines)));
    }
  }

  private static String withoutLine(String summary, Outcome outcome) {
    int first = outcome == Outcome.WARN ? summary.indexOf(FIRST) : -1;
    return first > 0 ? summary.substring(0, first) + "." : summary;
  }

  /**
   * Returns the outcome of a run. If the run as a whole is invalid, there is no verdict. Otherwise
   * the run fails if one limit is confirmed to be exceeded, whatever could not be judged, because
   * no other line could make the build pass. Otherwise there is no verdict if any line has none,
   * because anything may be hidden in what was not validly measured. There is no verdict either if
   * no line is the result of a limit.
   */
  public static Outcome outcomeOf(List<String> problems, List<Line> lines) {
    if (!problems.isEmpty()) {
      return Outcome.INVALID;
    }
    if (lines.stream().anyMatch(line -> line.outcome() == Outcome.FAIL)) {
      return Outcome.FAIL;
    }
    List<Line> judged =
        lines.stream().filter(line -> line.outcome() != Outcome.NOT_IN_PROFILE).toList();
    return judged.stream().noneMatch(line -> line.finding().ofLimit())
        ? Outcome.INVALID
        : judged.stream().map(Line::outcome).max(Comparator.naturalOrder()).orElseThrow();
  }

  public List<Line> lines(Finding finding) {
    return lines.stream().filter(line -> line.finding() == finding).toList();
  }

  public List<Line> lines(Outcome outcome) {
    return lines.stream().filter(line -> line.outcome() == outcome).toList();
  }

  /** Adds a line on the comparison as a whole, and its reason to the summary. */
  public Verdict and(Line line) {
    String longer = summary + " " + line.reason();
    return with(
        longer,
        brief.equals(summary) ? longer : brief,
        problems,
        Stream.concat(lines.stream(), Stream.of(line)).toList());
  }

  public Verdict with(List<Line> others) {
    return with(summary, brief, problems, others);
  }

  /**
   * Adds the verdict of a second comparison of the same commit; the worse of both counts. A limit
   * that was exceeded in the second one counts even if this run as a whole is invalid.
   *
   * @param both the summary of both comparisons
   * @param briefly the same without the lines to look at first
   */
  public Verdict and(Verdict second, String both, String briefly) {
    List<Line> all = new ArrayList<>(lines);
    all.addAll(second.lines);
    second.problems.forEach(problem -> all.add(Line.ofComparison(Finding.NOT_MEASURED, problem)));
    boolean tested = !second.problems.isEmpty() || !second.lines(Outcome.INVALID).isEmpty();
    if (second.outcome == Outcome.INVALID && !tested) {
      all.add(Line.ofComparison(Finding.NOT_MEASURED, second.summary));
    }
    List<String> whole = second.outcome == Outcome.FAIL ? List.of() : problems;
    return with(both, briefly, whole, all);
  }

  private Verdict with(
      String otherSummary, String otherBrief, List<String> otherProblems, List<Line> others) {
    return new Verdict(
        schema,
        run,
        build,
        branch,
        commit,
        profile,
        environment,
        judged,
        outcomeOf(otherProblems, others),
        otherSummary,
        otherBrief,
        otherProblems,
        others,
        notJudged);
  }
}
