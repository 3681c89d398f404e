package io.perfline.gate.text;

import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The limits of a verdict in groups that add up, because each line belongs to exactly one group.
 */
public final class LimitGroups {

  /** A group of limits, with words that describe it after a number. */
  public enum Group {
    EXCEEDED("exceeded"),
    /** Limits that were undecided when an exceeded comparison ended the load. */
    NOT_FINISHED("undecided when the load stopped at the first failure"),
    NOT_JUDGED("not judged"),
    WARNED("with a warning"),
    MET("met"),
    UNCHANGED("unchanged, not measured"),
    LEFT_OUT("left out by --only"),
    OTHER_PROFILE("of other profiles"),
    /** Limits on a metric that can't be measured where the service runs. */
    NOT_AVAILABLE("not available here");

    private final String words;

    Group(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * The groups that are not part of the sum, because nothing should have been measured for them.
   */
  private static final List<Group> ELSEWHERE =
      List.of(Group.LEFT_OUT, Group.OTHER_PROFILE, Group.NOT_AVAILABLE);

  private final Map<Group, List<Line>> groups = new EnumMap<>(Group.class);
  private final boolean ended;

  private LimitGroups(List<Line> lines) {
    ended = lines.stream().anyMatch(line -> line.outcome() == Outcome.FAIL && line.comparesPairs());
    lines.stream()
        .filter(line -> line.finding() != Finding.LOOSENED)
        .forEach(line -> groups.computeIfAbsent(of(line), any -> new ArrayList<>()).add(line));
  }

  public static LimitGroups of(List<Line> lines) {
    return new LimitGroups(lines);
  }

  private Group of(Line line) {
    if (ended && line.finding().open()) {
      return Group.NOT_FINISHED;
    }
    return switch (line.outcome()) {
      case FAIL -> Group.EXCEEDED;
      case INVALID -> Group.NOT_JUDGED;
      case WARN -> Group.WARNED;
      case NOT_IN_PROFILE -> elsewhere(line.finding());
      case PASS -> line.finding() == Finding.UNCHANGED ? Group.UNCHANGED : Group.MET;
    };
  }

  private static Group elsewhere(Finding finding) {
    return switch (finding) {
      case LEFT_OUT -> Group.LEFT_OUT;
      case OTHER_PROFILE -> Group.OTHER_PROFILE;
      default -> Group.NOT_AVAILABLE;
    };
  }

  /** Returns the lines of a group, in the order of the verdict. */
  public List<Line> lines(Group group) {
    return groups.getOrDefault(group, List.of());
  }

  /**
   * Counts the limits of the measured profile, such as {@code 8 limits: 3 exceeded, 3 not judged
   * (requests failed), 2 met}. Those of other profiles are counted separately. The text is empty if
   * there are no limits.
   */
  public String counts() {
    List<Group> judged =
        groups.keySet().stream().filter(group -> !ELSEWHERE.contains(group)).toList();
    List<String> parts = new ArrayList<>();
    if (!judged.isEmpty()) {
      boolean one = judged.size() == 1;
      int own = judged.stream().mapToInt(group -> lines(group).size()).sum();
      parts.add(
          FigureFormat.counted(own, "limit")
              + (one ? " " : ": ")
              + judged.stream()
                  .map(group -> (one ? "" : lines(group).size() + " ") + words(group))
                  .collect(Collectors.joining(", ")));
    }
    for (Group group : ELSEWHERE) {
      int size = lines(group).size();
      if (size > 0) {
        parts.add(
            (parts.isEmpty() ? FigureFormat.counted(size, "limit") : size + " more")
                + " "
                + group.words);
      }
    }
    return String.join("; ", parts);
  }

  private String words(Group group) {
    return group == Group.NOT_JUDGED
        ? "%s (%s)".formatted(group.words(), reasons(lines(group)))
        : group.words();
  }

  /** Returns the reason that all lines share, or each reason with the number of its lines. */
  private String reasons(List<Line> lines) {
    if (isOfBusyMachineAlone()) {
      return "other processes used %s %%; affects only absolute limits"
          .formatted(FigureFormat.brief(foreignShare().orElseThrow()));
    }
    Map<String, Long> reasons =
        lines.stream()
            .collect(Collectors.groupingBy(this::briefReason, TreeMap::new, Collectors.counting()));
    return reasons.size() == 1
        ? reasons.keySet().iterator().next()
        : reasons.entrySet().stream()
            .map(reason -> reason.getValue() + " " + reason.getKey())
            .collect(Collectors.joining(", "));
  }

  private String briefReason(Line line) {
    if (isOfEndedServer(line)) {
      return "server ended";
    }
    return switch (line.finding()) {
      case LIKELY_EXCEEDED -> "likely exceeded";
      case TOO_FEW_PAIRS -> "too few pairs";
      case REQUESTS_FAILED -> "requests failed";
      default -> line.othersPercent() == null ? "not measured" : "machine busy";
    };
  }

  /** Returns true if the line could not be judged because the candidate's server ended. */
  boolean isOfEndedServer(Line line) {
    return lines(Group.EXCEEDED).stream()
        .filter(failed -> failed.finding() == Finding.SERVER_ENDED)
        .anyMatch(failed -> failed.caseName().equals(line.caseName()));
  }

  /**
   * Describes how busy the machine was, if absolute limits could not be judged because of it, and
   * why comparisons in pairs could; empty if it was not too busy.
   */
  Optional<String> busyMachine() {
    OptionalDouble max = foreignShare();
    boolean paired =
        groups.entrySet().stream()
            .filter(group -> group.getKey() != Group.NOT_JUDGED)
            .flatMap(group -> group.getValue().stream())
            .anyMatch(Line::comparesPairs);
    String why = paired ? " (comparisons in pairs are not affected: both builds share it)" : "";
    return max.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ("machine busy: other processes used %s %%, which makes absolute limits unreliable%s;"
                    + " measure on a quieter machine")
                .formatted(FigureFormat.brief(max.getAsDouble()), why));
  }

  /** Returns the largest share of the machine that other processes used, in percent. */
  private OptionalDouble foreignShare() {
    return groups.values().stream()
        .flatMap(List::stream)
        .map(Line::othersPercent)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .max();
  }

  /** Returns true if a busy machine is the only reason why limits were not judged. */
  boolean isOfBusyMachineAlone() {
    List<Line> notJudged = lines(Group.NOT_JUDGED);
    return !notJudged.isEmpty()
        && notJudged.stream().allMatch(line -> line.othersPercent() != null);
  }
}
