package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Glob;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds thresholds on cases that no workload defines, because a typing error would limit nothing.
 */
public final class CatalogueCheck {

  private final List<CatalogueEntry> catalogue;
  private final ParseContext context;

  private CatalogueCheck(List<CatalogueEntry> catalogue, String file) {
    this.catalogue = catalogue;
    this.context = new ParseContext(file);
  }

  /**
   * Checks that each threshold applies to a case, and that the rate and duration of the case's load
   * allow the minimum number of requests.
   *
   * @throws Fault (configuration) with all thresholds that violate this
   */
  public static void check(Thresholds thresholds, List<CatalogueEntry> catalogue) {
    CatalogueCheck check = new CatalogueCheck(catalogue, thresholds.file());
    for (Threshold threshold : thresholds.thresholds()) {
      check.known(
          threshold.id(),
          threshold.cases(),
          threshold.position(),
          entry -> names(threshold, entry),
          threshold.target(),
          threshold.of());
      if (!thresholds.inPairs(threshold)) {
        check.requireSamples(threshold);
      }
    }
    for (Capacity capacity : thresholds.capacity()) {
      check.known(
          capacity.id(),
          capacity.cases(),
          capacity.position(),
          entry -> capacity.cases().matches(entry.name()),
          null,
          null);
    }
    check.context.finish();
  }

  /** Returns true if a threshold applies to a case. */
  static boolean names(Threshold threshold, CatalogueEntry entry) {
    return threshold.names(entry.name(), entry.target());
  }

  private void requireSamples(Threshold threshold) {
    for (CatalogueEntry entry : catalogue) {
      new TreeMap<>(entry.samples())
          .forEach(
              (profile, max) -> {
                if (names(threshold, entry) && max < threshold.minSamples()) {
                  context.fault(
                      threshold.position(),
                      ("%s needs %d requests (min_samples), but the rate and the duration of %s"
                              + " allow only %d in the profile %s: lower min_samples, or raise one of"
                              + " them")
                          .formatted(
                              threshold.id(), threshold.minSamples(), entry.name(), max, profile));
                }
              });
    }
  }

  private void known(
      String id,
      Glob cases,
      SourcePosition position,
      Predicate<CatalogueEntry> named,
      String target,
      String of) {
    if (catalogue.stream().anyMatch(named)) {
      return;
    }
    List<String> known = catalogue.stream().map(CatalogueEntry::name).distinct().sorted().toList();
    boolean otherTarget = known.stream().anyMatch(cases::matches);
    context.fault(
        position,
        otherTarget
            ? "%s: no workload measures '%s' with %s; its targets: %s"
                .formatted(
                    id,
                    cases,
                    target == null ? "a target other than " + of : "the target " + target,
                    targets(cases))
            : "%s: no workload defines the case '%s'%s; defined: %s"
                .formatted(
                    id,
                    cases,
                    Suggestion.of(cases.toString(), MethodNames.withPlain(known)),
                    String.join(", ", known)));
  }

  private String targets(Glob cases) {
    return catalogue.stream()
        .filter(entry -> cases.matches(entry.name()))
        .map(CatalogueEntry::target)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
