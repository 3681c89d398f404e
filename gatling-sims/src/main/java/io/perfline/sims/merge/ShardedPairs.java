package io.perfline.sims.merge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Adds the slices that several generators loaded at the same time, pair by pair. */
final class ShardedPairs {

  /** The smallest share of pairs that all generators must have loaded. */
  private static final double MIN_COMMON_SHARE = 0.9;

  private ShardedPairs() {}

  static boolean isPaired(CaseResult result) {
    return !result.pairs().isEmpty();
  }

  /**
   * Returns the sums of the pairs that no generator missed and in which a request was due; empty if
   * the case is not paired.
   */
  static List<SlicePair> of(List<CaseResult> shards) {
    List<SlicePair> sums = new ArrayList<>();
    for (int i = 0; i < minPairs(shards); i++) {
      List<SlicePair> parts = parts(shards, i);
      boolean together = parts.stream().noneMatch(part -> part.candidate().seconds() == 0);
      if (together && areAlike(parts) && !isPause(shards, parts)) {
        sums.add(sum(parts));
      }
    }
    return sums;
  }

  private static List<SlicePair> parts(List<CaseResult> shards, int index) {
    return shards.stream().map(shard -> shard.pairs().get(index)).toList();
  }

  /** Returns whether no request was due in a pair, sent or not. */
  private static boolean isPause(List<CaseResult> shards, List<SlicePair> parts) {
    return parts.stream()
            .flatMap(part -> Stream.of(part.candidate(), part.baseline()))
            .allMatch(slice -> slice.seconds() > 0 && slice.counts().all() == 0)
        && shards.stream().allMatch(shard -> shard.generator().intendedRatePerS() != null);
  }

  /** Returns why the pairs do not count; empty if they do, or if the case is not paired. */
  static Optional<String> problem(List<CaseResult> shards, List<SlicePair> together) {
    int max = shards.stream().mapToInt(shard -> shard.pairs().size()).max().orElse(0);
    long pauses =
        IntStream.range(0, minPairs(shards)).filter(i -> isPause(shards, parts(shards, i))).count();
    long planned = max - pauses;
    if (planned == 0 || together.size() >= MIN_COMMON_SHARE * planned) {
      return Optional.empty();
    }
    return Optional.of(
        ("all generators loaded the same build at the same time in only %d of %d pairs: do requests"
                + " hang, or do their clocks differ?")
            .formatted(together.size(), planned));
  }

  private static int minPairs(List<CaseResult> shards) {
    return shards.stream().mapToInt(shard -> shard.pairs().size()).min().orElse(0);
  }

  private static boolean areAlike(List<SlicePair> parts) {
    SlicePair first = parts.get(0);
    return parts.stream()
        .allMatch(
            part ->
                part.deployment() == first.deployment()
                    && part.candidateFirst() == first.candidateFirst());
  }

  private static SlicePair sum(List<SlicePair> parts) {
    SlicePair first = parts.get(0);
    return new SlicePair(
        first.deployment(),
        first.candidateFirst(),
        slice(parts.stream().map(SlicePair::candidate).toList()),
        slice(parts.stream().map(SlicePair::baseline).toList()));
  }

  private static Slice slice(List<Slice> parts) {
    return new Slice(
        parts.stream().mapToDouble(Slice::seconds).max().orElseThrow(),
        Counts.sum(parts.stream().map(Slice::counts).toList()),
        mean(parts, Slice::serverCpuUs),
        mean(parts, Slice::serverAllocatedBytes),
        mean(parts, Slice::serverCpuTotalUs),
        needs(parts));
  }

  private static Map<String, Double> needs(List<Slice> parts) {
    Map<String, Double> means = new TreeMap<>();
    parts.stream()
        .flatMap(part -> part.needCpuUs().keySet().stream())
        .distinct()
        .forEach(need -> means.put(need, mean(parts, part -> part.needCpuUs().get(need))));
    return means;
  }

  /** Returns the mean cost, because each generator reads the cost of the whole load. */
  private static Double mean(List<Slice> parts, Function<Slice, Double> cost) {
    OptionalDouble mean =
        parts.stream()
            .map(cost)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .average();
    return mean.isPresent() ? (Double) mean.getAsDouble() : null;
  }
}
