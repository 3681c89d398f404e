package io.perfline.gate.why;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Sums up the samples of one resource by method. */
final class MethodSums {

  /** The method to which samples are attributed. */
  record Owned(String method, boolean isOwn) {}

  private final int pairs;
  private final Map<Owned, SliceAmounts> owned = new HashMap<>();
  private final Map<String, SliceAmounts> self = new HashMap<>();
  private final Map<String, SliceAmounts> total = new HashMap<>();
  private final Map<Owned, Map<String, SliceAmounts>> inLibraries = new HashMap<>();
  private final Map<Owned, Map<String, SliceAmounts>> waits = new HashMap<>();
  private final Map<Owned, Map<Integer, Double>> lines = new HashMap<>();
  private final StackTree stacks = new StackTree();
  private int samples;

  MethodSums(int pairs) {
    this.pairs = pairs;
  }

  void add(
      StackSample sample,
      FrameAttribution attribution,
      int pair,
      boolean candidate,
      double weight) {
    samples++;
    Owned key = new Owned(attribution.frame().method(), attribution.isOwnMethod());
    sums(owned, key).add(pair, candidate, weight);
    if (candidate && attribution.frame().line() > 0) {
      lines
          .computeIfAbsent(key, any -> new TreeMap<>())
          .merge(attribution.frame().line(), weight, Double::sum);
    }
    sums(self, sample.stack().get(0).method()).add(pair, candidate, weight);
    Set<String> known = new HashSet<>();
    for (StackFrame frame : sample.stack()) {
      if (known.add(frame.method())) {
        sums(total, frame.method()).add(pair, candidate, weight);
      }
    }
    if (attribution.depth() > 0) {
      String called = sample.stack().get(attribution.depth() - 1).method();
      sums(inLibraries.computeIfAbsent(key, any -> new TreeMap<>()), called)
          .add(pair, candidate, weight);
    }
    if (sample.on() != null) {
      sums(waits.computeIfAbsent(key, any -> new TreeMap<>()), sample.on())
          .add(pair, candidate, weight);
    }
    stacks.add(sample.stack(), candidate, weight);
  }

  private <K> SliceAmounts sums(Map<K, SliceAmounts> map, K key) {
    return map.computeIfAbsent(key, any -> new SliceAmounts(pairs));
  }

  Map<Owned, SliceAmounts> owned() {
    return owned;
  }

  SliceAmounts self(String method) {
    return self.getOrDefault(method, new SliceAmounts(pairs));
  }

  SliceAmounts total(String method) {
    return total.getOrDefault(method, new SliceAmounts(pairs));
  }

  /**
   * Returns the library method that {@code owner} called with the largest {@code size}; null if
   * there is none.
   */
  String within(Owned owner, Function<SliceAmounts, Double> size) {
    return largest(inLibraries.getOrDefault(owner, Map.of()), size);
  }

  /** Returns what {@code owner} waited for with the largest {@code size}; null for no wait. */
  String waitsOn(Owned owner, Function<SliceAmounts, Double> size) {
    return largest(waits.getOrDefault(owner, Map.of()), size);
  }

  private static String largest(
      Map<String, SliceAmounts> sums, Function<SliceAmounts, Double> size) {
    return sums.entrySet().stream()
        .max(Map.Entry.comparingByValue((a, b) -> Double.compare(size.apply(a), size.apply(b))))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  /**
   * Returns the line of the candidate's source with most of the method's amount; null if unknown.
   */
  Integer line(Owned owner) {
    return lines.getOrDefault(owner, Map.of()).entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  SliceAmounts all() {
    SliceAmounts all = new SliceAmounts(pairs);
    for (SliceAmounts each : owned.values()) {
      for (int i = 0; i < pairs; i++) {
        all.add(i, true, each.candidate()[i]);
        all.add(i, false, each.baseline()[i]);
      }
    }
    return all;
  }

  StackTree stacks() {
    return stacks;
  }

  int samples() {
    return samples;
  }
}
