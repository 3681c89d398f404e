package io.perfline.gate.judge;

import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A difference that may make the rules of this commit looser than those of its baseline.
 *
 * @param name the id of the threshold, the name of the case or the path of the setting
 * @param from the value at the baseline; {@link #NONE} if there was none
 * @param to the value now; {@link #NONE} if there is none
 */
record RuleChange(Kind kind, String name, String from, String to) {

  static final String NONE = "none";

  /** A kind of change, with the noun that counts it. */
  enum Kind {
    THRESHOLD("looser limit"),
    CASE("lost case"),
    SETTING("changed setting");

    private final String noun;

    Kind(String noun) {
      this.noun = noun;
    }

    /** Returns the word in the place of a metric in {@code verdict.json}. */
    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes the line of the verdict that names the change. */
  Line line() {
    return Line.withoutValue(
        kind == Kind.THRESHOLD ? name : "changes",
        kind == Kind.CASE ? name : "**",
        null,
        kind.word(),
        kind == Kind.THRESHOLD ? to : "–",
        Finding.LOOSENED,
        text());
  }

  private String text() {
    String what =
        switch (kind) {
          case THRESHOLD -> "the limit '%s'".formatted(name);
          case CASE -> "the case %s".formatted(name);
          case SETTING -> "the setting %s".formatted(name);
        };
    if (from.equals(NONE)) {
      return "%s is %s, but was not set at the baseline".formatted(what, to);
    } else if (to.equals(NONE)) {
      return "%s is gone; at the baseline it was %s".formatted(what, from);
    }
    return kind == Kind.CASE
        ? "%s is measured in %s instead of %s".formatted(what, to, from)
        : "%s is %s instead of %s".formatted(what, to, from);
  }

  /** Counts the changes in words, as in {@code 2 looser limits and 1 lost case}. */
  static String count(List<Line> lines) {
    return List.of(Kind.values()).stream()
        .map(kind -> count(lines, kind))
        .filter(count -> !count.isEmpty())
        .collect(Collectors.joining(" and "));
  }

  private static String count(List<Line> lines, Kind kind) {
    long count =
        lines.stream()
            .filter(line -> line.finding() == Finding.LOOSENED && line.metric().equals(kind.word()))
            .count();
    return count == 0 ? "" : "%d %s%s".formatted(count, kind.noun, count == 1 ? "" : "s");
  }
}
