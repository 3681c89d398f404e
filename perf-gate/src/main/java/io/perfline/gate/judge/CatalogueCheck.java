package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.PlannedCase;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.SourcePosition;
import io.perfline.core.strict.Suggestion;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Glob;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds thresholds on cases that no workload defines: a typo would limit nothing. */
public final class CatalogueCheck {

  private final List<PlannedCase> catalogue;
  private final Reading reading;

  private CatalogueCheck(List<PlannedCase> catalogue, String file) {
    this.catalogue = catalogue;
    this.reading = new Reading(file);
  }

  /**
   * Checks that every threshold names a case.
   *
   * @throws Fault (configuration) naming every one that doesn't
   */
  public static void check(Thresholds thresholds, List<PlannedCase> catalogue) {
    CatalogueCheck check = new CatalogueCheck(catalogue, thresholds.file());
    for (Threshold one : thresholds.thresholds()) {
      check.known(
          one.id(),
          one.cases(),
          one.place(),
          planned -> names(one, planned),
          one.target(),
          one.of());
    }
    for (Capacity one : thresholds.capacity()) {
      check.known(
          one.id(),
          one.cases(),
          one.place(),
          planned -> one.cases().matches(planned.name()),
          null,
          null);
    }
    check.reading.finish();
  }

  /** Whether a threshold is about a planned case. */
  static boolean names(Threshold threshold, PlannedCase planned) {
    return threshold.names(planned.name(), planned.target());
  }

  private void known(
      String id,
      Glob cases,
      SourcePosition place,
      Predicate<PlannedCase> named,
      String target,
      String of) {
    if (catalogue.stream().anyMatch(named)) {
      return;
    }
    List<String> known = catalogue.stream().map(PlannedCase::name).distinct().sorted().toList();
    boolean otherTarget = known.stream().anyMatch(cases::matches);
    reading.fault(
        place,
        otherTarget
            ? "%s: no workload measures '%s' with %s; its targets: %s"
                .formatted(
                    id,
                    cases,
                    target == null ? "a target beside " + of : "the target " + target,
                    targets(cases))
            : "%s: no workload defines the case '%s'%s; defined: %s"
                .formatted(
                    id, cases, Suggestion.of(cases.toString(), known), String.join(", ", known)));
  }

  private String targets(Glob cases) {
    return catalogue.stream()
        .filter(planned -> cases.matches(planned.name()))
        .map(PlannedCase::target)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
