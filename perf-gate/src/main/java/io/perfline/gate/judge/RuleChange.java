package io.perfline.gate.judge;

import io.perfline.gate.thresholds.AcceptedChange;
import io.perfline.gate.thresholds.AcceptedChange.Kind;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;

/**
 * A difference that may make the rules of this commit looser than those of its baseline.
 *
 * @param name the id of the threshold, the name of the case or the path of the setting
 * @param from the value at the baseline
 * @param to the value now
 */
record RuleChange(Kind kind, String name, String from, String to) {

  /** Returns true if the current {@code thresholds.yml} lists exactly this change. */
  boolean isAccepted(Thresholds thresholds) {
    return thresholds.accepted().stream().anyMatch(this::is);
  }

  private boolean is(AcceptedChange accepted) {
    return accepted.kind() == kind
        && accepted.name().equals(name)
        && spaceless(accepted.from()).equals(spaceless(from))
        && spaceless(accepted.to()).equals(spaceless(to));
  }

  private static String spaceless(String text) {
    return text.replaceAll("\\s+", "");
  }

  /** Makes the line of the verdict that describes the change. */
  Line line(String baseline) {
    String what =
        switch (kind) {
          case THRESHOLD -> "the limit '%s' is looser";
          case CASE -> "the case %s is measured less often";
          case SETTING -> "the setting %s differs";
        };
    String reason =
        ("%s than in %s: %s instead of %s; to accept that, add to accepted_changes in"
                + " thresholds.yml: {%s: '%s', from: '%s', to: '%s', issue: …, reason: …}")
            .formatted(what.formatted(name), baseline, to, from, kind.key(), name, from, to);
    return new Line(
        kind == Kind.THRESHOLD ? name : "accepted_changes",
        kind == Kind.CASE ? name : "**",
        null,
        kind.key(),
        kind == Kind.THRESHOLD ? to : "–",
        null,
        null,
        "",
        null,
        0,
        null,
        Finding.LOOSENED.outcome(),
        Finding.LOOSENED,
        reason);
  }

  /** Counts the changes in words, as in {@code 2 looser limits and 1 lost case}. */
  static String count(List<Line> lines) {
    List<String> counts =
        List.of(
                count(lines, Kind.THRESHOLD, "looser limit"),
                count(lines, Kind.CASE, "lost case"),
                count(lines, Kind.SETTING, "changed setting"))
            .stream()
            .filter(count -> !count.isEmpty())
            .toList();
    return String.join(" and ", counts);
  }

  private static String count(List<Line> lines, Kind kind, String noun) {
    long count =
        lines.stream()
            .filter(line -> line.finding() == Finding.LOOSENED && line.metric().equals(kind.key()))
            .count();
    return count == 0 ? "" : "%d %s%s".formatted(count, noun, count == 1 ? "" : "s");
  }
}
