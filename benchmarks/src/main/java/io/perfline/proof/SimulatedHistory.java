package io.perfline.proof;

import io.perfline.gate.BranchTrend;
import io.perfline.gate.history.CaseHistory;
import io.perfline.gate.history.CaseRuns;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.history.TrendHistory;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A history of 60 builds of 50 cases. In the newest builds every case has longer response times and
 * the same throughput. All figures scatter independently.
 *
 * @param slow the number of slower builds, the newest ones
 * @param percent the increase of their response times
 * @param noise the standard deviation of every figure, in percent
 */
record SimulatedHistory(int slow, double percent, double noise, long seed) implements TrendHistory {

  static final int BUILDS = 60;
  static final int CASES = 50;

  /** The smallest change that {@code ./perfline trend} reports, in percent. */
  private static final double MIN_CHANGE_PERCENT = 3;

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Set<Metric> METRICS =
      EnumSet.of(Metric.THROUGHPUT, Metric.RESPONSE_TIME_P50, Metric.RESPONSE_TIME_P95);

  /** Returns the number of cases that {@code ./perfline trend} would report as slower. */
  long worse() {
    HistoryPart part = new HistoryPart("main", "simulated", "commit", START);
    BranchTrend trend = new BranchTrend(part, METRICS);
    KnownShifts none = new KnownShifts(List.of(), LocalDate.EPOCH);
    return trend.find(this, none, MIN_CHANGE_PERCENT).statuses().stream()
        .filter(status -> status.state() == CaseStatus.State.WORSE)
        .count();
  }

  @Override
  public List<Measured> cases() {
    return IntStream.range(0, CASES)
        .mapToObj(number -> new Measured("simulated/" + number, "direct"))
        .toList();
  }

  @Override
  public CaseRuns runs(Measured measured, Set<Metric> metrics) {
    long kind = Objects.hash(slow, percent, noise, seed);
    SplittableRandom random = new SplittableRandom((kind << 32) ^ measured.name().hashCode());
    List<PastCase> runs = new ArrayList<>();
    for (int build = 0; build < BUILDS; build++) {
      runs.add(run(build, random));
    }
    CaseHistory history = new CaseHistory(measured.name(), measured.target(), "simulated", runs);
    return new CaseRuns(
        List.of(history),
        runs.stream()
            .map(
                run ->
                    new CaseRuns.Attempt(run.run(), run.commit(), run.time(), CaseRuns.Kind.VALID))
            .toList());
  }

  private PastCase run(int build, SplittableRandom random) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    for (Metric metric : METRICS) {
      boolean slower = metric.isFrom(MetricSource.TIMES) && build >= BUILDS - slow;
      double level = slower ? 1 + percent / 100 : 1;
      values.put(metric, level * Math.exp(noise / 100 * random.nextGaussian()));
    }
    String id = Integer.toString(build);
    return new PastCase(id, id, START.plus(Duration.ofDays(build)), 0, 0, values::get);
  }

  @Override
  public void rows(Measured measured, Set<Metric> metrics, Consumer<InfluxRow> each) {
    throw new UnsupportedOperationException("a simulated history has no rows");
  }
}
