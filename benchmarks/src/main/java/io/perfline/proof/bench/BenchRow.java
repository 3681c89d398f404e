package io.perfline.proof.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * A row of the result.
 *
 * @param name the name of what was measured
 * @param unit the unit of {@code ours} and {@code peer}
 * @param ours the median over all turns
 * @param peer the median of the other side; null without one
 * @param against the name of the other side; empty without one
 * @param ratios ours ÷ peer of each round; empty without a peer
 * @param aim the smallest ratio or, without a peer, the largest figure; null for none
 * @param p50Millis median over all turns of the median response time; NaN if not measured
 * @param p99Millis median over all turns of the 99th percentile; NaN if not measured
 * @param serverCpuMicros the server's CPU time per message, median over all turns; NaN if not
 *     measured
 * @param note further remarks; may be empty
 */
record BenchRow(
    String name,
    String unit,
    double ours,
    Double peer,
    String against,
    List<Double> ratios,
    Double aim,
    double p50Millis,
    double p99Millis,
    double serverCpuMicros,
    String note) {

  static final String RATE = "msg/s";

  BenchRow {
    ratios = List.copyOf(ratios);
  }

  private BenchRow(String name, String unit, double ours, Double aim, String note) {
    this(name, unit, ours, null, "", List.of(), aim, Double.NaN, Double.NaN, Double.NaN, note);
  }

  /** Compares two sides by samples of the same rounds. */
  static BenchRow of(
      String name, List<Sample> ours, List<Sample> peer, String against, Double aim) {
    List<Double> ratios = ratios(ours, peer, Sample::perSecond);
    return row(name, ours, median(peer, Sample::perSecond), against, ratios, aim);
  }

  /** Compares any figure of two sides by samples of the same rounds. */
  static BenchRow of(
      String name,
      String unit,
      ToDoubleFunction<Sample> figure,
      List<Sample> ours,
      List<Sample> peer,
      String against,
      Double aim) {
    return new BenchRow(
        name,
        unit,
        median(ours, figure),
        median(peer, figure),
        against,
        ratios(ours, peer, figure),
        aim,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        "");
  }

  static BenchRow alone(String name, List<Sample> ours) {
    return row(name, ours, null, "", List.of(), null);
  }

  /**
   * Creates the row of a figure other than a rate.
   *
   * @param max the aim, which is its largest acceptable value
   */
  static BenchRow figure(String name, String unit, double figure, double max) {
    return new BenchRow(name, unit, figure, max, "");
  }

  /** Creates the row of something that could not be measured; the reason has one or more lines. */
  static BenchRow missing(String name, String why) {
    return new BenchRow(name, RATE, Double.NaN, null, why);
  }

  boolean measured() {
    return !Double.isNaN(ours);
  }

  private static BenchRow row(
      String name,
      List<Sample> ours,
      Double peer,
      String against,
      List<Double> ratios,
      Double aim) {
    return new BenchRow(
        name,
        RATE,
        median(ours, Sample::perSecond),
        peer,
        against,
        ratios,
        aim,
        median(ours, Sample::p50Millis),
        median(ours, Sample::p99Millis),
        median(ours, Sample::serverCpuMicros),
        "");
  }

  boolean hasRatio() {
    return !ratios.isEmpty();
  }

  double ratioMedian() {
    return median(ratios.stream().mapToDouble(Double::doubleValue));
  }

  /** Returns a confidence interval of the ratios' median. */
  MedianInterval ratioInterval() {
    return MedianInterval.of(ratios);
  }

  double ratioMin() {
    return ratios.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
  }

  double ratioMax() {
    return ratios.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** Returns true if the aim is reached or none is set. */
  boolean reached() {
    return aim == null || (hasRatio() ? ratioMedian() >= aim : ours <= aim);
  }

  private static List<Double> ratios(
      List<Sample> ours, List<Sample> peer, ToDoubleFunction<Sample> figure) {
    return IntStream.range(0, ours.size())
        .mapToObj(i -> figure.applyAsDouble(ours.get(i)) / figure.applyAsDouble(peer.get(i)))
        .toList();
  }

  private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    return median(samples.stream().mapToDouble(figure));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * A confidence interval of a median at {@value #CONFIDENCE_PERCENT} %, for any distribution: it
   * lies between two of the sorted values (David and Nagaraja, Order Statistics, 2003, 7.1). Fewer
   * than six values are too few for this confidence and have no bounds.
   */
  record MedianInterval(double low, double high) {

    private static final int CONFIDENCE_PERCENT = 95;
    private static final double TAIL = (1 - CONFIDENCE_PERCENT / 100.0) / 2;

    static MedianInterval of(List<Double> values) {
      List<Double> sorted = values.stream().sorted().toList();
      int n = sorted.size();
      int outside = 0; // The number of values left out on either side.
      while (outside < n
          && BinomialDistribution.of(n, 0.5).cumulativeProbability(outside) <= TAIL) {
        outside++;
      }
      return outside == 0
          ? new MedianInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
          : new MedianInterval(sorted.get(outside - 1), sorted.get(n - outside));
    }

    boolean isBounded() {
      return Double.isFinite(low);
    }
  }
}
