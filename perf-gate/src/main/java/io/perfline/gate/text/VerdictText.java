package io.perfline.gate.text;

import io.perfline.core.command.Terminal;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.text.LimitGroups.Group;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Severity;
import io.perfline.gate.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Formats the verdict in a few lines, of at most 80 columns in a terminal. Exceeded limits come
 * first, grouped by case and beginning with the worst, each with the values before and after and
 * the method that got slower; then everything that could not be judged and the warnings, grouped by
 * reason. Limits that are met are only counted. For a build that passes, warnings included, there
 * are at most {@link #MAX_LINES} lines. Each change of a limit, a case or a load since the baseline
 * has a line of its own after the first one, however many there are.
 */
public final class VerdictText {

  /**
   * The width of a terminal in columns. A log isn't wrapped, so that its sentences can be searched.
   */
  static final int TERMINAL = 80;

  /** The target of all cases of a perf.yml, which need not be shown. */
  private static final String OWN_SERVICE = "service";

  private static final String INDENT = "      ";

  /** The maximum number of lines for a build that passes, warnings included. */
  static final int MAX_LINES = 15;

  /**
   * The maximum number of failing cases, and of reasons for warnings and missing verdicts, that are
   * shown.
   */
  private static final int MAX_SHOWN = 5;

  /** The maximum number of lines of a paragraph if the text for a passing build is too long. */
  private static final int SHORT_PARAGRAPH = 3;

  private static final String UNDECIDED =
      "undecided%s: measure longer (budget in perf.yml), or with less noise (docs/noise.md)";

  private static final String LIKELY =
      "likely exceeded, but not confirmed: measure longer (budget in perf.yml), or 'perfline confirm'";

  private static final String TOO_FEW =
      "too few pairs to decide: measure longer (budget in perf.yml)";

  /** The number of lines from the end of the log of a server that ended. */
  private static final int MAX_LOG_LINES = 3;

  private final Verdict verdict;
  private final String comparedWith;
  private final int width;
  private final int max;
  private final int maxLines;
  private final StringBuilder text = new StringBuilder();

  private VerdictText(Verdict verdict, String comparedWith, int width, int max, int maxLines) {
    this.verdict = verdict;
    this.width = width;
    this.max = max;
    this.maxLines = maxLines;
    this.comparedWith = comparedWith == null ? "the baseline" : comparedWith;
  }

  /**
   * Formats a verdict.
   *
   * @param comparedWith the name of the build that pairs were measured with; null if unknown
   * @param more further lines for the end by their names, such as the address of the report
   */
  public static String of(Verdict verdict, String comparedWith, Map<String, String> more) {
    return of(
        verdict, comparedWith, more, Terminal.OUTPUT.isWatched() ? TERMINAL : Integer.MAX_VALUE);
  }

  static String of(Verdict verdict, String comparedWith, Map<String, String> more, int width) {
    String all =
        new VerdictText(verdict, comparedWith, width, MAX_SHOWN, Integer.MAX_VALUE).with(more);
    boolean passes = verdict.outcome().exitCode() == 0;
    int maxLines = MAX_LINES + changes(verdict).size();
    for (int max = MAX_SHOWN - 1; passes && max > 0 && all.lines().count() > maxLines; max--) {
      all = new VerdictText(verdict, comparedWith, width, max, SHORT_PARAGRAPH).with(more);
    }
    return all;
  }

  private String with(Map<String, String> more) {
    if (verdict.outcome() == Outcome.FAIL) {
      exceeded();
    } else {
      wrap(verdict.outcome().id(), summary(verdict));
    }
    changes(verdict).forEach(change -> wrap(Outcome.WARN.id(), change));
    problems();
    grouped(Outcome.INVALID);
    grouped(Outcome.WARN);
    counts();
    more.forEach((name, value) -> text.append("%s%-10s %s%n".formatted(INDENT, name, value)));
    return text.toString();
  }

  /** Returns the sentence of the verdict without the reasons in it. */
  public static String summary(Verdict verdict) {
    int lines = verdict.lines().size() - verdict.lines(Outcome.NOT_IN_PROFILE).size();
    if (verdict.outcome() == Outcome.INVALID && verdict.problems().isEmpty() && lines > 0) {
      return "No verdict: %d of %s could not be judged."
          .formatted(verdict.lines(Outcome.INVALID).size(), FigureFormat.counted(lines, "limit"));
    }
    return verdict.outcome() == Outcome.WARN ? verdict.brief() : verdict.summary();
  }

  /** Returns the exceeded limits by case, the worst first. */
  public static Map<String, List<Line>> failing(Verdict verdict) {
    return Severity.worstFirst(verdict.lines(Outcome.FAIL)).stream()
        .collect(
            Collectors.groupingBy(Line::caseName, LinkedHashMap::new, Collectors.<Line>toList()));
  }

  private void exceeded() {
    Map<String, List<Line>> cases = failing(verdict);
    cases.values().stream().limit(MAX_SHOWN).forEach(this::exceeded);
    if (cases.size() > MAX_SHOWN) {
      wrap("", "and %d more cases with exceeded limits".formatted(cases.size() - MAX_SHOWN));
    }
  }

  private void exceeded(List<Line> lines) {
    Line worst = lines.get(0);
    wrap("FAIL", sentence(worst, comparedWith));
    if (worst.finding() == Finding.SERVER_ENDED) {
      Quotation.last(worst.reason(), MAX_LOG_LINES).forEach(last -> wrap("", last));
    }
    String cause = lines.stream().map(Line::cause).filter(Objects::nonNull).findFirst().orElse("");
    String change = ValueText.comparison(worst);
    if (!change.isEmpty() || !cause.isEmpty()) {
      wrap("", change + (change.isEmpty() || cause.isEmpty() ? "" : "; ") + cause);
    }
    if (lines.size() > 1) {
      wrap("", alsoExceeded(lines));
    }
  }

  /** Names the limits of a failing case after the first one, each with what was measured. */
  static String alsoExceeded(List<Line> lines) {
    return lines.stream()
        .skip(1)
        .map(VerdictText::metricAndValue)
        .distinct()
        .collect(Collectors.joining(", ", "also exceeded: ", ""));
  }

  private static String metricAndValue(Line line) {
    if (line.value() == null) {
      return line.threshold();
    }
    String value =
        line.relative()
            ? ValueText.signed(line.limited(), line.measured())
            : ValueText.measured(line);
    return "%s (%s %s)".formatted(line.threshold(), line.metric(), value);
  }

  /**
   * Describes which case is worse, in which metric, and by how much.
   *
   * @param comparedWith the name of the build that pairs were measured with
   */
  public static String sentence(Line line, String comparedWith) {
    String limit = "(limit %s: %s)".formatted(line.threshold(), inWords(line));
    if (line.finding() == Finding.SERVER_ENDED) {
      return "%s: %s".formatted(line.caseName(), Quotation.before(line.reason()));
    }
    if (line.value() == null) {
      return "%s: %s %s".formatted(line.caseName(), line.reasonWithMethods(), limit);
    }
    boolean only = line.target() == null || line.target().equals(OWN_SERVICE);
    String name = line.caseName() + (only ? "" : " (" + line.target() + ")");
    if (!line.relative()) {
      return "%s: %s is %s %s"
          .formatted(name, line.metric(), ValueText.measured(line), allLimits(line));
    }
    double limited = Math.abs(line.limited().in(line.measured().unit()).orElse(Double.NaN));
    String percent = FigureFormat.brief(Math.abs(line.value()), limited) + " " + line.unit();
    boolean worse = line.limited().isUpper() == line.value() > 0;
    String phrase = worse ? line.knownMetric().flatMap(Metric::worse).orElse(null) : null;
    String than = line.comparesPairs() ? comparedWith : "its history";
    return phrase == null
        ? "%s: %s is %s %s than in %s %s"
            .formatted(
                name, line.metric(), percent, line.value() > 0 ? "higher" : "lower", than, limit)
        : "%s %s than in %s %s".formatted(name, phrase.formatted(percent), than, limit);
  }

  private static String inWords(Line line) {
    return line.limited().pass() == null ? line.limit() : inWords(line.limited().pass());
  }

  private static String inWords(Condition limit) {
    return switch (limit.operator()) {
      case AT_MOST -> "at most " + limit.limit().text();
      case AT_LEAST -> "at least " + limit.limit().text();
      case BELOW, ABOVE -> limit.text();
    };
  }

  private static String allLimits(Line line) {
    return line.warn() == null
        ? "(limit %s: %s)".formatted(line.threshold(), inWords(line))
        : "(limit %s: %s, and %s with a warning)"
            .formatted(line.threshold(), inWords(line), inWords(line.limited().warn()));
  }

  private void problems() {
    List<String> others =
        verdict.problems().stream()
            .filter(problem -> !verdict.summary().contains(problem))
            .toList();
    others.stream().limit(max).forEach(problem -> wrap("", "- " + problem));
    if (others.size() > max) {
      wrap("", "and " + FigureFormat.counted(others.size() - max, "more problem"));
    }
  }

  /** Returns the changes of limits, cases and loads since the baseline, one sentence for each. */
  public static List<String> changes(Verdict verdict) {
    return verdict.lines(Finding.LOOSENED).stream().map(Line::reason).toList();
  }

  /**
   * Describes the lines of an outcome, with those that share a reason in one text. {@link #changes}
   * are left out.
   */
  public static List<String> grouped(Verdict verdict, Outcome outcome) {
    LimitGroups limits = LimitGroups.of(verdict.lines());
    List<Line> unfinished = limits.lines(Group.NOT_FINISHED);
    Map<Sentence, List<Line>> groups =
        verdict.lines(outcome).stream()
            .filter(line -> line.finding() != Finding.LOOSENED)
            .filter(line -> !unfinished.contains(line) && !limits.isOfEndedServer(line))
            .collect(
                Collectors.groupingBy(
                    line -> reason(limits, line), LinkedHashMap::new, Collectors.<Line>toList()));
    return groups.entrySet().stream()
        .map(group -> group(group.getKey(), group.getValue()))
        .toList();
  }

  private void grouped(Outcome outcome) {
    List<String> all = grouped(verdict, outcome);
    boolean alongside = verdict.outcome() == Outcome.FAIL && outcome == Outcome.INVALID;
    if (alongside && LimitGroups.of(verdict.lines()).isOfBusyMachineAlone()) {
      return; // the counts give the reason
    }
    String word = alongside ? "" : outcome.id();
    all.stream()
        .limit(max)
        .forEach(reason -> wrap(word, (alongside ? "not judged: " : "") + reason));
    if (all.size() > max) {
      wrap(
          "",
          "and %s%s: perfline gate RUN --all lists them"
              .formatted(
                  FigureFormat.counted(all.size() - max, "more reason"),
                  word.isEmpty() ? "" : " of " + word));
    }
  }

  private static String group(Sentence shared, List<Line> lines) {
    Line first = lines.get(0);
    String reason = shared.open ? UNDECIDED.formatted(noise(lines)) : shared.text;
    if (lines.size() > 1) {
      String cases = named(lines, Line::caseName, "cases");
      return "%s (%s): %s".formatted(FigureFormat.counted(lines.size(), "limit"), cases, reason);
    }
    return first.caseName().equals("**")
        ? reason
        : "%s %s (%s): %s".formatted(first.caseName(), first.metric(), first.threshold(), reason);
  }

  /** Returns the largest uncertainty of undecided changes; empty if it isn't known. */
  private static String noise(List<Line> lines) {
    double max =
        lines.stream()
            .map(Line::interval)
            .filter(one -> one != null && one.low() != null && one.high() != null)
            .mapToDouble(one -> (one.high() - one.low()) / 2)
            .max()
            .orElse(0);
    return max > 0 ? " (noise ±%s %%)".formatted(FigureFormat.brief(max)) : "";
  }

  private static String named(List<Line> lines, Function<Line, String> what, String plural) {
    List<String> names = lines.stream().map(what).distinct().toList();
    return names.size() > 3 ? names.size() + " " + plural : String.join(", ", names);
  }

  /**
   * The part of a reason that several lines may share, with a remedy.
   *
   * @param open true for undecided limits, which are described with their noise
   */
  private record Sentence(boolean open, String text) {}

  private static Sentence reason(LimitGroups limits, Line line) {
    return switch (line.finding()) {
      case UNDECIDED, NOT_DECIDED -> new Sentence(true, "");
      case LIKELY_EXCEEDED -> new Sentence(false, LIKELY);
      case TOO_FEW_PAIRS -> new Sentence(false, TOO_FEW);
      default -> {
        String remedy =
            line.finding() == Finding.WITHIN_WARN
                ? "; make it faster, or accept it with another 'pass' in thresholds.yml"
                : "";
        yield new Sentence(
            false,
            line.othersPercent() == null
                ? Quotation.inOneLine(line.reasonWithMethods()) + remedy
                : limits.busyMachine().orElseThrow());
      }
    };
  }

  private void counts() {
    String counts = counts(verdict);
    if (!counts.isEmpty()) {
      wrap("", counts);
    }
  }

  /** Returns counts such as {@code 8 limits: 3 exceeded, 5 met}. */
  public static String counts(Verdict verdict) {
    String limits = LimitGroups.of(verdict.lines()).counts();
    int others = verdict.notJudged().size();
    return others == 0
        ? limits
        : limits
            + (limits.isEmpty() ? "" : " · ")
            + FigureFormat.counted(others, "case")
            + " measured without a limit";
  }

  /** Adds a paragraph, with a word in the margin of its first line. */
  private void wrap(String word, String paragraph) {
    int lines = 1;
    StringBuilder line = new StringBuilder("%-6s".formatted(word));
    if (line.charAt(line.length() - 1) != ' ') {
      line.append("  ");
    }
    boolean begun = false;
    for (String part : paragraph.strip().split("\\s+(?!%)", -1)) {
      if (begun && line.length() + 1 + part.length() > width) {
        if (lines++ == maxLines) {
          line.setLength(Math.min(line.length(), width - 2));
          line.append(" …");
          break;
        }
        text.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(INDENT);
        begun = false;
      }
      line.append(begun ? " " : "").append(part);
      begun = true;
    }
    text.append(line).append('\n');
  }
}
