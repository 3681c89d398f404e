package io.perfline.gate.why;

import io.perfline.core.run.JfrSlice;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Assigns events to slices, and thereby to a build and a pair. */
final class SliceWindows {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Accepts a part of a sample. */
  @FunctionalInterface
  interface Part {
    void add(int pair, boolean candidate, double weight);
  }

  private final TreeMap<Instant, Integer> starts = new TreeMap<>();
  private final List<JfrSlice> slices;
  private final SliceAmounts messages;
  private final SliceAmounts seconds;

  SliceWindows(List<JfrSlice> slices) {
    this.slices = slices;
    for (int i = 0; i < slices.size(); i++) {
      starts.put(slices.get(i).start(), i);
    }
    messages = sums(JfrSlice::messages);
    seconds = sums(slice -> Duration.between(slice.start(), slice.end()).toNanos() / 1e9);
  }

  SliceAmounts messages() {
    return messages;
  }

  SliceAmounts seconds() {
    return seconds;
  }

  /** Returns the amount per message in one deployment, for one build. */
  double rate(int deployment, boolean candidate, SliceAmounts sums) {
    double amount = 0;
    double count = 0;
    for (int i = 0; i < pairs(); i++) {
      if (slices.get(2 * i).deployment() == deployment) {
        amount += (candidate ? sums.candidate() : sums.baseline())[i];
        count += (candidate ? messages.candidate() : messages.baseline())[i];
      }
    }
    return amount / count;
  }

  int pairs() {
    return slices.size() / 2;
  }

  SliceAmounts sums(java.util.function.ToDoubleFunction<JfrSlice> figure) {
    SliceAmounts sums = new SliceAmounts(pairs());
    for (int i = 0; i < 2 * pairs(); i++) {
      sums.add(i / 2, slices.get(i).candidate(), figure.applyAsDouble(slices.get(i)));
    }
    return sums;
  }

  /** Divides a wait among the slices that it spans; any other sample belongs to one slice. */
  void split(StackSample sample, Part into) {
    if (sample.resource() != Resource.WAIT) {
      at(sample.start(), sample.weight(), into);
      return;
    }
    Instant from = starts.floorKey(sample.start());
    from = from == null ? sample.start() : from;
    for (int index : starts.subMap(from, true, sample.end(), true).values()) {
      JfrSlice slice = slices.get(index);
      Instant begin = slice.start().isAfter(sample.start()) ? slice.start() : sample.start();
      Instant end = slice.end().isBefore(sample.end()) ? slice.end() : sample.end();
      if (begin.isBefore(end)) {
        hand(index, Duration.between(begin, end).toNanos() / NANOS_PER_MICRO, into);
      }
    }
  }

  /** Assigns an event at one instant to its slice, if there is one. */
  void at(Instant instant, double weight, Part into) {
    Map.Entry<Instant, Integer> in = starts.floorEntry(instant);
    if (in != null && instant.isBefore(slices.get(in.getValue()).end())) {
      hand(in.getValue(), weight, into);
    }
  }

  private void hand(int index, double weight, Part into) {
    if (index / 2 < pairs()) {
      into.add(index / 2, slices.get(index).candidate(), weight);
    }
  }
}
