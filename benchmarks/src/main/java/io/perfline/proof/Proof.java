package io.perfline.proof;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.proof.SimulatedBuild.Outcome;
import io.perfline.proof.SimulatedLine.Limit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Simulates many builds with each kind of noise and counts their outcomes. */
final class Proof {

  /** The rate of false alarms per build that the gate promises. */
  static final double ERROR = 0.01;

  /** The paired cases of the profile commit. */
  static final List<String> CASES = List.of("pages", "record", "kryonet", "topic");

  /** The distance beyond its limit at which a change has to fail, as a fraction. */
  static final double BEYOND = 0.02;

  /** Standard deviations of a pair's log ratio, estimated from intervals of the recorder. */
  private static final Map<Metric, Double> SCATTER = scatter();

  private final List<Limit> limits;
  private final int sharing;
  private final int builds;
  private final long seed;

  /**
   * @param shipped the limits of a build
   * @param builds the number of builds of each kind
   */
  Proof(Thresholds shipped, int builds, long seed) {
    this.builds = builds;
    this.seed = seed;
    List<Limit> all = new ArrayList<>();
    int lines = 0;
    for (String name : CASES) {
      for (Threshold threshold : compared(shipped, "paired/" + name).toList()) {
        lines++;
        Double scatter = SCATTER.get(threshold.metric());
        if (scatter != null) {
          all.add(
              new Limit(name, threshold.metric(), fraction(threshold.pass()), scatter, Double.NaN));
        }
      }
    }
    limits = List.copyOf(all);
    sharing = lines;
  }

  private static Map<Metric, Double> scatter() {
    Map<Metric, Double> scatter = new EnumMap<>(Metric.class);
    scatter.put(Metric.SERVICE_TIME_P50, 0.03);
    scatter.put(Metric.SERVICE_TIME_MEAN, 0.04);
    scatter.put(Metric.SERVICE_TIME_P99, 0.25);
    scatter.put(Metric.CPU, 0.025);
    scatter.put(Metric.CPU_TOTAL, 0.05);
    scatter.put(Metric.ALLOCATION, 0.007);
    return scatter;
  }

  private static Stream<Threshold> compared(Thresholds shipped, String name) {
    return shipped.thresholds().stream()
        .filter(shipped::inPairs)
        .filter(threshold -> threshold.names(name, "recorder"));
  }

  private static double fraction(Condition pass) {
    return pass.limit().value() / 100;
  }

  /** Returns the strictest limit, on the metric that scatters most. */
  Limit strictest() {
    return limits.stream()
        .min(
            Comparator.comparingDouble(Limit::limit)
                .thenComparing(Comparator.comparingDouble(Limit::scatter).reversed()))
        .orElseThrow();
  }

  /** Returns the number of simulated limits of a build. */
  int limits() {
    return limits.size();
  }

  /** Returns the number of limits that share the false-alarm rate, rare events included. */
  int sharing() {
    return sharing;
  }

  /**
   * Simulates four series of builds with one kind of noise: unchanged builds, builds with the
   * change of the strictest limit in all metrics, builds with it in one metric, and builds with a
   * change beyond that limit in one metric.
   */
  List<ProofRow> rows(BuildNoise noise) {
    Limit strictest = strictest();
    double atLimit = strictest.limit();
    double beyond = atLimit + BEYOND;
    return List.of(
        row(noise, 0, limits, sharing, any -> 0),
        row(noise, atLimit, limits, sharing, any -> atLimit),
        row(noise, atLimit, List.of(strictest), 1, any -> atLimit),
        row(noise, beyond, limits, sharing, limit -> limit.equals(strictest) ? beyond : 0));
  }

  private ProofRow row(
      BuildNoise noise,
      double change,
      List<Limit> judged,
      int lines,
      ToDoubleFunction<Limit> changes) {
    LineError error = new LineError(ERROR / lines);
    SimulatedBuilds ended =
        SimulatedBuilds.of(
            builds,
            seed,
            random ->
                SimulatedBuild.of(
                    judged, noise, changes, error, SimulatedBuild.DEPLOYMENTS, random));
    return new ProofRow(
        noise.name(),
        noise.effect(),
        change,
        judged.size(),
        builds,
        ended.count(Outcome.FAILED),
        ended.count(Outcome.PASSED),
        ended.count(Outcome.UNDECIDED),
        ended.count(Outcome.NO_VERDICT),
        ended.medianDeployments());
  }
}
