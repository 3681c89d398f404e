package io.perfline.proof;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.prove.ErrorRate;
import io.perfline.proof.SimulatedBuild.Outcome;
import java.util.Locale;

/**
 * The simulated builds of a service in which one metric changed by the same amounts.
 *
 * @param metric the metric that changed, in Markdown, such as {@code `cpu` of pages}; null for
 *     unchanged builds
 * @param limit the limit on the metric; null for unchanged builds
 * @param effect the standard deviation of the deployments of a build, as a fraction or in bytes;
 *     the greatest of all cases
 * @param atLimit builds that changed by the limit, or not at all if there is no metric
 * @param beyond builds that changed by 2 points more; null for unchanged builds
 * @param farBeyond builds that changed by 5 points more; null for unchanged builds
 */
record ShippedRow(
    String service,
    String metric,
    Condition limit,
    double effect,
    SimulatedBuilds atLimit,
    SimulatedBuilds beyond,
    SimulatedBuilds farBeyond) {

  static final String HEADING =
      """
      | service | metric | limit | per start | failed | at most | passed | at most | failed at +2 | at +5 | deployments |
      |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
      """;

  ErrorRate failed() {
    return rate(Outcome.FAILED);
  }

  ErrorRate passed() {
    return rate(Outcome.PASSED);
  }

  private ErrorRate rate(Outcome outcome) {
    return new ErrorRate(atLimit.count(outcome), atLimit.ended().size());
  }

  /** Formats the row for Markdown. */
  String text() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %d |%n",
        service,
        metric == null ? "nothing changed" : metric,
        limit == null ? "–" : limit.limit().text(),
        limit == null ? "–" : perStart(),
        share(failed()),
        failed().bound(),
        share(passed()),
        passed().bound(),
        beyond == null ? "–" : share(failed(beyond)),
        farBeyond == null ? "–" : share(failed(farBeyond)),
        (farBeyond == null ? atLimit : farBeyond).medianDeployments());
  }

  private String perStart() {
    boolean percent = limit.relative();
    return String.format(
        Locale.ROOT, percent ? "±%.1f %%" : "±%.1f B", percent ? 100 * effect : effect);
  }

  static ErrorRate failed(SimulatedBuilds builds) {
    return new ErrorRate(builds.count(Outcome.FAILED), builds.ended().size());
  }

  static String share(ErrorRate rate) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * rate.count() / rate.of());
  }
}
