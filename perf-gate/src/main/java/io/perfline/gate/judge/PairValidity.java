package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.thresholds.ValidRun;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out why a metric can't be compared in the pairs of a case. */
record PairValidity(Metric metric, ValidRun rules) {

  private static final String CANDIDATE = "candidate";
  private static final String BASELINE = "baseline";

  /** Returns the reason why the server's cost can't be compared; empty if it can. */
  Optional<Obstacle> unknownCost(CaseResult result) {
    boolean known =
        !metric.isFrom(MetricSource.SERVER_COST)
            || result.pairs().stream()
                .flatMap(pair -> Stream.of(pair.candidate(), pair.baseline()))
                .filter(Objects::nonNull)
                .allMatch(metric::isReported);
    return known ? Optional.empty() : Optional.of(CaseValidity.unknownCost(metric, result));
  }

  /** Returns the reason why the pairs are not valid; empty if they are. */
  Optional<Obstacle> problem(List<SlicePair> pairs) {
    for (int i = 0; i < pairs.size(); i++) {
      Slice baseline = pairs.get(i).baseline();
      Optional<Obstacle> candidate = problem(pairs.get(i).candidate());
      Optional<Obstacle> found = candidate.or(() -> problem(baseline));
      if (found.isPresent()) {
        String build = candidate.isPresent() ? CANDIDATE : BASELINE;
        return Optional.of(Obstacle.of(Kind.PAIR, i + 1, pairs.size(), build, found.get()));
      }
    }
    return metric.countsErrors() ? Optional.empty() : failures(pairs);
  }

  private Optional<Obstacle> failures(List<SlicePair> pairs) {
    SliceEvents errors = SliceEvents.of(Metric.ERROR_RATE, pairs);
    for (boolean ofCandidate : new boolean[] {true, false}) {
      double percent = errors.percent(ofCandidate);
      if (!rules.errorRate().isMetBy(percent)) {
        String build = ofCandidate ? CANDIDATE : BASELINE;
        return Optional.of(Obstacle.of(Kind.ERRORS_OF_BUILD, build, percent, rules.errorRate()));
      }
    }
    return Optional.empty();
  }

  private Optional<Obstacle> problem(Slice slice) {
    if (slice == null || slice.responseTime() == null || slice.serviceTime() == null) {
      return Optional.of(Obstacle.of(Kind.SLICE_MISSING));
    }
    if (!(slice.seconds() > 0) || Double.isInfinite(slice.seconds())) {
      return Optional.of(Obstacle.of(Kind.SLICE_DURATION, slice.seconds()));
    }
    if (slice.requests() < 0
        || slice.messages() < 0
        || slice.bytes() < 0
        || slice.errorCount() < 0) {
      return Optional.of(Obstacle.of(Kind.SLICE_NEGATIVE));
    }
    if (slice.counts().all() == 0) {
      return Optional.of(Obstacle.of(Kind.SLICE_EMPTY));
    }
    boolean hasValue = !metric.rare() && metric.memory().isEmpty();
    if (!metric.countsErrors() && (slice.requests() == 0 || (hasValue && !isMeasured(slice)))) {
      return Optional.of(Obstacle.of(Kind.SLICE_WITHOUT_VALUE));
    }
    return counts(slice.responseTime(), slice) && counts(slice.serviceTime(), slice)
        ? Optional.empty()
        : Optional.of(Obstacle.of(Kind.SLICE_COUNT));
  }

  private boolean isMeasured(Slice slice) {
    double value = metric.of(slice);
    return value > 0 || (value == 0 && metric.canBeZero());
  }

  private static boolean counts(TimeDistribution times, Slice slice) {
    return times.count() == slice.requests();
  }
}
