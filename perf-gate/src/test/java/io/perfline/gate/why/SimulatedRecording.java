package io.perfline.gate.why;

import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** A recorded case with known costs of each method. */
final class SimulatedRecording {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration SLICE = Duration.ofMillis(250);

  static final FrameAttribution.Whose OWN = new FrameAttribution.Whose(Set.of("app", "app.in"));

  private final SplittableRandom random;
  private final int pairs;
  private final int messages;
  private final List<StackSample> samples = new ArrayList<>();
  private final List<StackSample> inNative = new ArrayList<>();
  private final List<Instant> rounds = new ArrayList<>();
  private final double[][] cpuUs;
  private double roundUs = 10_000;
  private int detailedEvery = 1;
  private double[] allocated = {1000, 1000};

  SimulatedRecording(long seed, int pairs, int messages) {
    random = new SplittableRandom(seed);
    this.pairs = pairs;
    this.messages = messages;
    cpuUs = new double[pairs][2];
  }

  private static Instant start(int pair, int side) {
    return BEGIN.plus(SLICE.plusMillis(2).multipliedBy(2L * pair + side));
  }

  /** Returns whether a side is the candidate; the order differs from pair to pair. */
  private static boolean isCandidate(int pair, int side) {
    return (pair + side) % 2 == 0;
  }

  /** Records allocations and waits only in every nth pair. */
  SimulatedRecording detailedEvery(int pairs) {
    detailedEvery = pairs;
    return this;
  }

  /** Sets the actual interval of the sampler, whose nominal one is 10 ms. */
  SimulatedRecording rounds(Duration every) {
    roundUs = every.toNanos() / 1e3;
    Instant end = start(pairs, 0);
    for (Instant at = BEGIN; at.isBefore(end); at = at.plus(every)) {
      rounds.add(at);
    }
    return this;
  }

  /** Adds CPU that clocks measure but no sample shows, in microseconds per message. */
  SimulatedRecording unseen(double baseline, double candidate) {
    for (int pair = 0; pair < pairs; pair++) {
      for (int side = 0; side < 2; side++) {
        cpuUs[pair][side] += messages * (isCandidate(pair, side) ? candidate : baseline);
      }
    }
    return this;
  }

  /** Adds CPU of a stack, in microseconds per message. */
  SimulatedRecording cpu(double baseline, double candidate, String... stack) {
    return each(Resource.CPU, baseline / roundUs, candidate / roundUs, 1, stack);
  }

  /** Adds native samples, each of which stands for eight; clocks don't include their CPU. */
  SimulatedRecording inNative(double baseline, double candidate, String... stack) {
    int weight = 8;
    List<StackSample> all = new ArrayList<>(samples);
    samples.clear();
    each(Resource.CPU, baseline / roundUs / weight, candidate / roundUs / weight, weight, stack);
    inNative.addAll(samples);
    samples.clear();
    samples.addAll(all);
    return unseen(-baseline / weight, -candidate / weight);
  }

  /** Adds the allocation of a stack's samples, in bytes per message. */
  SimulatedRecording allocation(double baseline, double candidate, String... stack) {
    double bytes = 10_000;
    return each(Resource.ALLOCATION, baseline / bytes, candidate / bytes, bytes, stack);
  }

  /** Adds the allocation measured by the threads' counters. */
  SimulatedRecording allocated(double baseline, double candidate) {
    allocated = new double[] {baseline, candidate};
    return this;
  }

  /** Adds waits of a stack, one per message. */
  SimulatedRecording wait(double baseline, double candidate, String... stack) {
    for (int pair = 0; pair < pairs; pair++) {
      for (int side = 0; side < 2; side++) {
        double micros = isCandidate(pair, side) ? candidate : baseline;
        for (int i = 0; i < messages && micros > 0; i++) {
          Instant at = start(pair, side).plusNanos(random.nextLong(SLICE.toNanos() / 2));
          samples.add(
              new StackSample(
                  Resource.WAIT, frames(stack), micros, at, at.plusNanos((long) (micros * 1e3))));
        }
      }
    }
    return this;
  }

  private SimulatedRecording each(
      Resource resource, double baseline, double candidate, double weight, String... stack) {
    for (int pair = 0; pair < pairs; pair++) {
      for (int side = 0; side < 2; side++) {
        double expected = messages * (isCandidate(pair, side) ? candidate : baseline);
        int count = expected == 0 ? 0 : poisson(expected);
        cpuUs[pair][side] += resource == Resource.CPU ? expected * roundUs : 0;
        for (int i = 0; i < count; i++) {
          Instant at = start(pair, side).plusNanos(random.nextLong(SLICE.toNanos()));
          samples.add(new StackSample(resource, frames(stack), weight, at, at));
        }
      }
    }
    return this;
  }

  /** Knuth, The Art of Computer Programming 2, 3.4.1, in parts that don't underflow. */
  private int poisson(double mean) {
    int count = 0;
    for (double left = mean; left > 0; left -= 16) {
      double min = Math.exp(-Math.min(left, 16));
      for (double product = random.nextDouble(); product > min; count++) {
        product *= random.nextDouble();
      }
    }
    return count;
  }

  /** Returns frames, innermost first, as in a recording. */
  private static List<StackFrame> frames(String... stack) {
    return List.of(stack).stream()
        .map(
            method -> {
              int dot = method.lastIndexOf('.');
              return StackFrame.of(method.substring(0, dot), method.substring(dot + 1));
            })
        .toList();
  }

  JfrDiff read() {
    List<JfrSlice> slices = new ArrayList<>();
    for (int pair = 0; pair < pairs; pair++) {
      for (int side = 0; side < 2; side++) {
        slices.add(
            new JfrSlice(
                pair < pairs / 2 ? 1 : 2,
                isCandidate(pair, side),
                start(pair, side),
                start(pair, side).plus(SLICE),
                messages,
                1000,
                cpuUs[pair][side],
                allocated[isCandidate(pair, side) ? 1 : 0] * messages,
                pair % detailedEvery == 0));
      }
    }
    JfrDiff diff = new JfrDiff(new JfrCase("case", List.of(), slices, null), OWN);
    samples.forEach(diff::add);
    rounds.forEach(diff::addRound);
    diff.addNative(inNative);
    return diff;
  }

  CaseWhy compare() {
    try {
      return read().compare(Path.of("."));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
