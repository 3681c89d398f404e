package io.perfline.gate.history;

import io.perfline.core.run.Run;
import io.perfline.gate.thresholds.Baseline;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which runs may be a baseline: those that the gate let through, and not by a waiver.
 *
 * @param passed runs whose decision is PASS or WARN
 * @param waived runs with a waived line
 */
record Decisions(Set<String> passed, Set<String> waived) {

  static Decisions since(long nanoseconds, Baseline.Past baseline, Run candidate, Queries queries) {
    String of = "branch = " + Queries.text(baseline.branch()) + " AND time >= " + nanoseconds;
    if (baseline.same().contains(Baseline.Same.ENVIRONMENT)) {
      of += " AND environment = " + Queries.text(candidate.environment().name());
    }
    List<InfluxRow> events =
        queries.ask("SELECT run, text FROM perf_event WHERE kind = 'gate' AND " + of);
    Set<String> passed = new HashSet<>();
    for (InfluxRow event : events) {
      if (event.text("text").startsWith("PASS") || event.text("text").startsWith("WARN")) {
        passed.add(event.text("run"));
      }
    }
    Set<String> waived = new HashSet<>();
    queries
        .ask("SELECT run, finding FROM perf_verdict WHERE finding = 'waived' AND " + of)
        .forEach(line -> waived.add(line.text("run")));
    return new Decisions(passed, waived);
  }

  boolean accepted(String run) {
    return passed.contains(run) && !waived.contains(run);
  }
}
