package io.perfline.gate.judge;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.judge.RuleChange.Kind;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ValidRun;
import io.perfline.gate.thresholds.Waiver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the rules of a commit with those of its baseline. A limit is looser if no limit on the
 * same metric of the same case is as strict as it was; the ids of the thresholds do not matter. New
 * cases and stricter limits do not count as changes.
 */
final class RuleChanges {

  private static final String VALID_RUN = "valid_run.";
  private static final String WAIVERS = "waivers.";
  private static final String NONE = RuleChange.NONE;
  private static final String PROFILES = "profiles";

  private final JudgingRules before;
  private final JudgingRules now;
  private final List<CatalogueEntry> catalogue;
  private final Set<RuleChange> changes = new LinkedHashSet<>();

  private RuleChanges(JudgingRules before, JudgingRules now, List<CatalogueEntry> catalogue) {
    this.before = before;
    this.now = now;
    this.catalogue = catalogue;
  }

  /** Returns the changes since the baseline, each once. */
  static List<RuleChange> of(
      JudgingRules before, JudgingRules now, List<CatalogueEntry> catalogue) {
    RuleChanges all = new RuleChanges(before, now, catalogue);
    before.all().thresholds().forEach(all::limit);
    before.all().capacity().forEach(all::capacity);
    all.validRun(before.thresholds().validRun(), now.thresholds().validRun());
    all.waivers();
    all.settings();
    return List.copyOf(all.changes);
  }

  private void limit(Threshold was) {
    for (CatalogueEntry entry : catalogue) {
      if (CatalogueCheck.names(was, entry)) {
        List<Threshold> successors =
            now.all().thresholds().stream()
                .filter(is -> CatalogueCheck.names(is, entry) && limitsTheSame(was, is))
                .sorted(
                    Comparator.comparing((Threshold is) -> !is.id().equals(was.id()))
                        .thenComparing(is -> !comparedAlike(was, is)))
                .toList();
        if (successors.stream().noneMatch(is -> isAsStrict(was, is))) {
          Threshold closest = successors.isEmpty() ? null : successors.get(0);
          String from = text(was, closest);
          String to = text(closest, was);
          if (closest != null && !comparedAlike(was, closest)) {
            from += ", compared with " + comparison(before, was);
            to += ", compared with " + comparison(now, closest);
          }
          if (closest != null
              && before.all().mustBeDecided(was)
              && !now.all().mustBeDecided(closest)) {
            from += ", undecided: invalid";
            to += ", undecided: warn";
          }
          changes.add(new RuleChange(Kind.THRESHOLD, was.id(), from, to));
        }
      }
    }
  }

  private static boolean limitsTheSame(Threshold was, Threshold is) {
    return was.metric() == is.metric()
        && Objects.equals(was.of(), is.of())
        && Objects.equals(was.need(), is.need())
        && was.relative() == is.relative();
  }

  private boolean comparedAlike(Threshold was, Threshold is) {
    return comparison(before, was).equals(comparison(now, is));
  }

  /** Describes what a relative limit compares with; empty for an absolute one. */
  private static String comparison(JudgingRules rules, Threshold threshold) {
    return threshold.relative()
        ? rules.all().baselines().get(threshold.baseline()).description()
        : "";
  }

  private boolean isAsStrict(Threshold was, Threshold is) {
    return comparedAlike(was, is)
        && !is.pass().laxerThan(was.pass())
        && !last(is).laxerThan(last(was))
        && is.confidence() <= was.confidence()
        && is.minSamples() >= was.minSamples()
        && (now.all().mustBeDecided(is) || !before.all().mustBeDecided(was));
  }

  private static Condition last(Threshold threshold) {
    return threshold.warn() == null ? threshold.pass() : threshold.warn();
  }

  /** Describes a limit by its condition and by its differences from the other one. */
  private static String text(Threshold one, Threshold other) {
    if (one == null) {
      return NONE;
    }
    StringBuilder text = new StringBuilder(one.pass().text());
    if (other != null && !last(one).text().equals(last(other).text()) && one.warn() != null) {
      text.append(", warn ").append(one.warn().text());
    }
    if (other != null && one.confidence() != other.confidence()) {
      text.append(", confidence ").append(one.confidence());
    }
    if (other != null && one.minSamples() != other.minSamples()) {
      text.append(", min_samples ").append(one.minSamples());
    }
    return text.toString();
  }

  private void capacity(Capacity was) {
    List<Capacity> successors =
        now.all().capacity().stream()
            .filter(
                is ->
                    catalogue.stream()
                        .filter(entry -> was.cases().matches(entry.name()))
                        .allMatch(entry -> is.cases().matches(entry.name())))
            .toList();
    boolean kept =
        successors.stream()
            .anyMatch(
                is ->
                    is.goal().equals(was.goal())
                        && !is.pass().laxerThan(was.pass())
                        && !last(is).laxerThan(last(was)));
    if (!kept && catalogue.stream().anyMatch(entry -> was.cases().matches(entry.name()))) {
      String to = successors.stream().findFirst().map(is -> text(is, was)).orElse(NONE);
      String from = successors.isEmpty() ? was.pass().text() : text(was, successors.get(0));
      changes.add(new RuleChange(Kind.THRESHOLD, was.id(), from, to));
    }
  }

  private static Condition last(Capacity capacity) {
    return capacity.warn() == null ? capacity.pass() : capacity.warn();
  }

  /** Describes a capacity by its condition and by its differences from the other one. */
  private static String text(Capacity one, Capacity other) {
    String warn =
        one.warn() == null || last(one).text().equals(last(other).text())
            ? ""
            : ", warn " + one.warn().text();
    return one.pass().text() + warn + (one.goal().equals(other.goal()) ? "" : ", " + one.goal());
  }

  private void validRun(ValidRun was, ValidRun is) {
    validRun("achieved_rate", was.achievedRate(), is.achievedRate());
    validRun("generator_cpu", was.generatorCpu(), is.generatorCpu());
    validRun("error_rate", was.errorRate(), is.errorRate());
    validRun("foreign_cpu", was.foreignCpu(), is.foreignCpu());
    if (was.deployedCommit() && !is.deployedCommit()) {
      setting(VALID_RUN + "deployed_commit", "true", "false");
    }
    if (!was.unwatchedGenerator() && is.unwatchedGenerator()) {
      setting(VALID_RUN + "unwatched_generator", "false", "true");
    }
  }

  private void validRun(String name, Condition was, Condition is) {
    if (was != null && (is == null || is.laxerThan(was))) {
      setting(VALID_RUN + name, was.text(), is == null ? NONE : is.text());
    }
  }

  private void waivers() {
    Map<String, Set<String>> earlier = waivers(before.thresholds());
    waivers(now.thresholds())
        .forEach(
            (name, values) -> {
              Set<String> known = earlier.getOrDefault(name, Set.of());
              values.stream()
                  .filter(value -> !known.contains(value))
                  .forEach(
                      value ->
                          setting(
                              WAIVERS + name,
                              known.isEmpty() ? NONE : String.join(", ", known),
                              value));
            });
  }

  /** Returns the waivers of each threshold, because any of several can waive it. */
  private static Map<String, Set<String>> waivers(Thresholds thresholds) {
    Map<String, Set<String>> waivers = new TreeMap<>();
    for (Waiver waiver : thresholds.waivers()) {
      if (waiver instanceof Waiver.OfThreshold one) {
        String name =
            one.cases().toString().equals("**")
                ? one.threshold()
                : one.threshold() + " on " + one.cases();
        waivers
            .computeIfAbsent(name, key -> new LinkedHashSet<>())
            .add("%s until %s".formatted(one.ceiling().text(), one.until()));
      }
    }
    return waivers;
  }

  private void settings() {
    Set<List<String>> earlierCases = cases(before);
    Set<List<String>> lost = new LinkedHashSet<>();
    for (List<String> path : earlierCases) {
      Set<String> left = profiles(before, path);
      left.removeAll(profiles(now, path));
      if (!cases(now).contains(path) || !left.isEmpty()) {
        lost.add(path);
        changes.add(
            new RuleChange(
                Kind.CASE, caseName(path), profilesText(before, path), profilesText(now, path)));
      }
    }
    Set<List<String>> paths = new LinkedHashSet<>(before.settings().keySet());
    paths.addAll(now.settings().keySet());
    paths.stream()
        .filter(path -> !Objects.equals(before.settings().get(path), now.settings().get(path)))
        .filter(
            path ->
                casePath(path)
                    .map(own -> earlierCases.contains(own) && !lost.contains(own))
                    .orElseGet(() -> hadSection(path)))
        .filter(path -> casePath(path).isEmpty() || !path.get(path.size() - 1).equals(PROFILES))
        .sorted((one, other) -> String.join(".", one).compareTo(String.join(".", other)))
        .forEach(
            path ->
                setting(
                    String.join(".", path),
                    before.settings().getOrDefault(path, NONE),
                    now.settings().getOrDefault(path, NONE)));
  }

  /**
   * Returns true if the baseline also had the profile or the workload file that contains the
   * setting.
   */
  private boolean hadSection(List<String> path) {
    List<String> section = path.subList(0, Math.min(2, path.size()));
    return before.settings().keySet().stream()
        .anyMatch(other -> other.size() > 1 && other.subList(0, 2).equals(section));
  }

  private static Set<List<String>> cases(JudgingRules rules) {
    Set<List<String>> cases = new LinkedHashSet<>();
    rules.settings().keySet().forEach(path -> casePath(path).ifPresent(cases::add));
    return cases;
  }

  /** Finds the case in a path such as {@code load.NAME} or {@code workloads.FILE.cases.NAME}. */
  private static Optional<List<String>> casePath(List<String> path) {
    if (path.size() > 2 && path.get(0).equals("load")) {
      return Optional.of(path.subList(0, 2));
    }
    return path.size() > 4 && path.get(0).equals("workloads") && path.get(2).equals("cases")
        ? Optional.of(path.subList(0, 4))
        : Optional.empty();
  }

  private static String caseName(List<String> path) {
    return path.size() == 2 ? path.get(1) : path.get(1) + "/" + path.get(3);
  }

  private static Set<String> profiles(JudgingRules rules, List<String> path) {
    return new LinkedHashSet<>(Arrays.asList(profilesText(rules, path).split(", ")));
  }

  private static String profilesText(JudgingRules rules, List<String> path) {
    List<String> profiles = new ArrayList<>(path);
    profiles.add(PROFILES);
    String defaultProfiles = cases(rules).contains(path) ? "every profile" : NONE;
    return rules.settings().getOrDefault(profiles, defaultProfiles);
  }

  private void setting(String name, String from, String to) {
    changes.add(new RuleChange(Kind.SETTING, name, from, to));
  }
}
