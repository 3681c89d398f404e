package io.perfline.sims.run;

import io.perfline.core.project.Durations;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedMeasurement;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lists cases without measuring them. */
record CaseListing(PrintWriter out) {

  /** Lists every case with its target and profiles. */
  void all(List<CasePlan> catalogue) {
    for (CasePlan plan : catalogue) {
      out.printf(
          "%-40s %-8s %s%n",
          plan.name(), plan.target(), String.join(", ", plan.planned().get(0).profiles()));
    }
  }

  /** Lists the cases of a profile with the durations of their load, and the sums by simulation. */
  void profile(List<CasePlan> plans, String profile) {
    Map<String, Length> simulations = new LinkedHashMap<>();
    for (CasePlan plan : plans) {
      Length length = Length.of(plan, plan.paces().get(profile));
      out.printf("%-40s %-8s %s s%n", plan.name(), plan.target(), length.in(1));
      simulations.merge(plan.simulation(), length, Length::plus);
    }
    out.println();
    simulations.forEach(this::sum);
    sum("all", simulations.values().stream().reduce(Length::plus).orElseThrow());
  }

  private void sum(String name, Length length) {
    out.printf("%-12s %3d cases, load for %s min%n", name, length.cases(), length.in(60));
  }

  /** The minimum and maximum duration of cases, warm-up included. */
  private record Length(int cases, Duration min, Duration max) {

    static Length of(CasePlan plan, Durations durations) {
      Duration min =
          durations.warmUp().multipliedBy(warmUps(plan, durations, durations.duration()));
      Duration max =
          durations.warmUpMost().multipliedBy(warmUps(plan, durations, durations.atMost()));
      return new Length(1, min.plus(durations.duration()), max.plus(durations.atMost()));
    }

    private static long warmUps(CasePlan plan, Durations durations, Duration load) {
      return PairedKeys.isPaired(plan) ? PairedMeasurement.deployments(plan, durations, load) : 1;
    }

    Length plus(Length other) {
      return new Length(cases + other.cases, min.plus(other.min), max.plus(other.max));
    }

    String in(int seconds) {
      String from = text(min, seconds);
      String to = text(max, seconds);
      return from.equals(to) ? from : from + "–" + to;
    }

    private static String text(Duration time, int seconds) {
      return String.format(Locale.ROOT, "%.1f", time.toMillis() / 1e3 / seconds);
    }
  }
}
