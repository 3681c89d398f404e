package io.perfline.sims.paired;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.cost.CostReading;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.SliceMeasurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up what the pairs of a case brought. */
final class PairTally {

  private final List<SlicePair> pairs = new ArrayList<>();
  private final Map<String, Long> candidateErrors = new TreeMap<>();
  private final Map<String, Long> baselineErrors = new TreeMap<>();
  private long sent;
  private double plannedSeconds;
  private double cpuSeconds;
  private double watchedSeconds;
  private double longestPauseMillis;

  /**
   * A pair, and what was measured on both of its sides.
   *
   * @param planned how long both were to be loaded together
   */
  void add(
      SlicePair pair, SliceMeasurement candidate, SliceMeasurement baseline, Duration planned) {
    plannedSeconds += planned.toNanos() / 1e9;
    pairs.add(pair);
    candidate.errors().forEach((kind, count) -> candidateErrors.merge(kind, count, Long::sum));
    baseline.errors().forEach((kind, count) -> baselineErrors.merge(kind, count, Long::sum));
    sent += candidate.sent() + baseline.sent();
  }

  /** How the generator fared for some seconds. */
  void add(GeneratorHealth health, double seconds) {
    cpuSeconds += health.cpu() * seconds;
    watchedSeconds += seconds;
    longestPauseMillis = Math.max(longestPauseMillis, health.longestPauseMillis());
  }

  static Slice slice(SliceMeasurement measured, CostReading cost) {
    return new Slice(
        measured.seconds(),
        measured.requests(),
        measured.messages(),
        measured.bytes(),
        measured.errorCount(),
        TimeDistribution.of(measured.response()),
        TimeDistribution.of(measured.service()),
        cost.cpuUs(),
        cost.allocatedBytes());
  }

  List<SlicePair> pairs() {
    return pairs;
  }

  Map<String, Long> candidateErrors() {
    return candidateErrors;
  }

  Map<String, Long> baselineErrors() {
    return baselineErrors;
  }

  long requests() {
    return pairs.stream().mapToLong(pair -> pair.candidate().requests()).sum();
  }

  long baselineRequests() {
    return pairs.stream().mapToLong(pair -> pair.baseline().requests()).sum();
  }

  /** Requests that went out on both sides. */
  long sent() {
    return sent;
  }

  /** How long both sides were to be loaded. */
  double plannedSeconds() {
    return plannedSeconds;
  }

  double cpu() {
    return watchedSeconds == 0 ? 0 : cpuSeconds / watchedSeconds;
  }

  double longestPauseMillis() {
    return longestPauseMillis;
  }
}
