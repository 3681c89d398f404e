package io.perfline.proof;

import io.perfline.gate.metric.Metric;
import io.perfline.gate.prove.ErrorRate;
import io.perfline.gate.statistics.LineError;
import io.perfline.proof.SimulatedLine.Limit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Simulates builds with the limits that are shipped and the scatter that was measured. In each row
 * one metric changes, in all cases of its limit, by the limit and by 2 and 5 points more; growth,
 * whose limit is in bytes, by 20 and 50 bytes more.
 */
record ShippedProof(int builds, long seed) {

  private static final double BEYOND = 0.02;
  private static final double FAR_BEYOND = 0.05;
  private static final double BYTES_PER_POINT = 1000;

  /** Simulates unchanged builds of a service, and a change of each metric. */
  List<ShippedRow> rows(ShippedService service) {
    List<ShippedRow> rows = new ArrayList<>();
    rows.add(
        new ShippedRow(
            service.name(), null, null, Double.NaN, simulated(service, any -> 0), null, null));
    for (ShippedService.OfThreshold one : service.limits()) {
      Function<Double, SimulatedBuilds> more =
          points ->
              simulated(
                  service,
                  limit ->
                      one.ofCases().contains(limit) ? limit.limit() + points(limit, points) : 0);
      rows.add(
          new ShippedRow(
              service.name(),
              "`%s`".formatted(one.threshold().metric().id())
                  + (service.limits().stream()
                              .filter(other -> sameMetric(other, one.threshold().metric()))
                              .count()
                          > 1
                      ? " of " + cases(one)
                      : ""),
              one.threshold().pass(),
              one.ofCases().stream().mapToDouble(Limit::effect).max().orElseThrow(),
              more.apply(0.0),
              more.apply(BEYOND),
              more.apply(FAR_BEYOND)));
    }
    return rows;
  }

  private static boolean sameMetric(ShippedService.OfThreshold one, Metric metric) {
    return one.threshold().metric() == metric;
  }

  private static String cases(ShippedService.OfThreshold one) {
    return one.ofCases().stream().map(Limit::caseName).collect(Collectors.joining(", "));
  }

  private static double points(Limit limit, double points) {
    return limit.metric().difference() ? BYTES_PER_POINT * points : points;
  }

  private SimulatedBuilds simulated(ShippedService service, ToDoubleFunction<Limit> changes) {
    LineError error = new LineError(Proof.ERROR / service.sharing());
    List<Limit> limits = service.all();
    return SimulatedBuilds.of(
        builds,
        seed,
        random ->
            SimulatedBuild.of(
                limits,
                BuildNoise.AFTER_FIRST_COMMIT,
                changes,
                error,
                service.deployments(),
                random));
  }

  /** Explains the table. */
  String introduction(List<ShippedService> services) {
    return wrapped(
        ("%d builds in each cell, with the limits of `perfline init` and those in"
                + " `thresholds.yml` of the recorder. Each is the second commit of a repository,"
                + " whose first one was compared with itself in eight deployments. Deployments differ as much as was"
                + " measured for the metric (\"per start\": the standard deviation beyond the scatter"
                + " of their pairs, for several cases the greatest; `measured-scatter.csv` names the sources). The budget allows"
                + " these deployments: %s. One metric changes at a time, in all cases of its limit:"
                + " by exactly the limit, by 2 and by 5 points more (`growth`: by 20 and 50 bytes"
                + " more). \"At most\" is the upper bound of the rate to its left, at %.0f %%"
                + " confidence; \"deployments\" is the median of the builds in the column before"
                + " it.")
            .formatted(
                builds,
                services.stream()
                    .map(one -> "%s %d".formatted(one.name(), one.deployments()))
                    .collect(Collectors.joining(", ")),
                100 * ErrorRate.CONFIDENCE));
  }

  /** Breaks lines as the documents do. */
  private static String wrapped(String paragraph) {
    return paragraph.replaceAll("(.{1,120})(?: |$)", "$1\n");
  }

  /** States the greatest rates of errors, and the metrics that find a change. */
  static String conclusion(List<ShippedRow> rows) {
    List<ShippedRow> changed = rows.stream().filter(row -> row.metric() != null).toList();
    ShippedRow alarm = greatest(changed, ShippedRow::failed);
    ShippedRow missed = greatest(changed, ShippedRow::passed);
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "At its limit, %s (%s) fails most often: in %s of the builds, at most %s; %s (%s)"
                + " passes most often: in %s, at most %s. ",
            alarm.metric(),
            alarm.service(),
            ShippedRow.share(alarm.failed()),
            alarm.failed().bound(),
            missed.metric(),
            missed.service(),
            ShippedRow.share(missed.passed()),
            missed.passed().bound()));
    text.append(found("With 2 points more than the limit", changed, ShippedRow::beyond));
    text.append(found("With 5 points more", changed, ShippedRow::farBeyond));
    return wrapped(text.toString().strip());
  }

  private static ShippedRow greatest(List<ShippedRow> rows, Function<ShippedRow, ErrorRate> rate) {
    return rows.stream()
        .max(Comparator.comparingDouble(row -> rate.apply(row).count()))
        .orElseThrow();
  }

  private static String found(
      String change, List<ShippedRow> rows, Function<ShippedRow, SimulatedBuilds> builds) {
    List<String> names =
        rows.stream()
            .filter(row -> isFound(ShippedRow.failed(builds.apply(row))))
            .map(row -> "%s (%s)".formatted(row.metric(), row.service()))
            .toList();
    return "%s, at least 90 %% of the builds fail by these metrics: %s. "
        .formatted(change, names.isEmpty() ? "none" : String.join(", ", names));
  }

  private static boolean isFound(ErrorRate failed) {
    return failed.count() >= 0.9 * failed.of();
  }
}
