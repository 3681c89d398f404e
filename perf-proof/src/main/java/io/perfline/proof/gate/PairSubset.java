package io.perfline.proof.gate;

import io.perfline.core.run.Case;
import io.perfline.core.run.Run;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A part of a run's pairs, as the gate would have seen them had no more been measured. */
final class PairSubset {

  /** So many pairs of each deployment in turn, so that every look holds all deployments. */
  static final int BLOCK = 10;

  private PairSubset() {}

  /**
   * The pairs of one verdict, an equal and disjoint share of every deployment's.
   *
   * @param index which verdict, from 0
   * @param of how many verdicts share the pairs
   */
  static List<SlicePair> pairs(List<SlicePair> all, int index, int of) {
    TreeMap<Integer, List<SlicePair>> shares = new TreeMap<>();
    for (SlicePair pair : all) {
      shares.computeIfAbsent(pair.deployment(), deployment -> new ArrayList<>()).add(pair);
    }
    shares.replaceAll(
        (deployment, pairs) -> {
          int size = pairs.size() / of;
          return pairs.subList(index * size, (index + 1) * size);
        });
    List<SlicePair> chosen = new ArrayList<>();
    int longest = shares.values().stream().mapToInt(List::size).max().orElse(0);
    for (int from = 0; from < longest; from += BLOCK) {
      for (List<SlicePair> share : shares.values()) {
        chosen.addAll(
            share.subList(Math.min(from, share.size()), Math.min(from + BLOCK, share.size())));
      }
    }
    return chosen;
  }

  /** Seconds of load in them, of both sides. */
  static double seconds(List<SlicePair> pairs) {
    return pairs.stream()
        .mapToDouble(pair -> pair.candidate().seconds() + pair.baseline().seconds())
        .sum();
  }

  /** The run with these pairs alone in its one case. */
  static Run run(Run whole, List<SlicePair> pairs) {
    return whole.with(List.of(portion(whole.cases().get(0), pairs)));
  }

  private static Case portion(Case whole, List<SlicePair> pairs) {
    List<Slice> slices = pairs.stream().map(SlicePair::candidate).toList();
    return whole.toBuilder()
        .counts(
            sum(slices, Slice::requests), sum(slices, Slice::messages), sum(slices, Slice::bytes))
        .times(merged(slices, Slice::responseTime), merged(slices, Slice::serviceTime))
        .pairs(pairs)
        .build();
  }

  private static long sum(List<Slice> slices, ToLongFunction<Slice> count) {
    return slices.stream().mapToLong(count).sum();
  }

  private static TimeDistribution merged(
      List<Slice> slices, Function<Slice, TimeDistribution> times) {
    return TimeDistribution.merge(slices.stream().map(times).toList());
  }
}
