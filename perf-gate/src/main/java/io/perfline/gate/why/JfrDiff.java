package io.perfline.gate.why;

import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares the recordings of both builds in one case. A method is named if the change per message
 * is confirmed (all methods of a case share an error of {@value #ERROR}), occurs in each
 * deployment, and is a relevant share of the total per message.
 */
final class JfrDiff {

  static final double ERROR = 0.02;

  /** The smallest share of the total per message that is relevant. */
  static final double WORTH = 0.02;

  /**
   * The smallest share of a change that each deployment must show, and waits per second as well.
   */
  private static final double IN_EACH = 1.0 / 3;

  private static final int MIN_SAMPLES = 10;

  private static final int MIN_PAIRS = 10;

  private final JfrCase jfrCase;
  private final FrameAttribution.Whose whose;

  private final SliceWindows windows;

  /** The windows in which allocations and waits were recorded. */
  private final SliceWindows detailed;

  private final SliceAmounts rounds;
  private final Map<Resource, MethodSums> sums = new EnumMap<>(Resource.class);
  private final Map<Resource, SliceAmounts.SampleWeight> factors = new EnumMap<>(Resource.class);

  JfrDiff(JfrCase jfrCase, FrameAttribution.Whose whose) {
    this.jfrCase = jfrCase;
    this.whose = whose;
    windows = new SliceWindows(jfrCase.slices());
    detailed = new SliceWindows(jfrCase.slices().stream().filter(JfrSlice::detailed).toList());
    rounds = new SliceAmounts(windows.pairs());
    for (Resource resource : Resource.values()) {
      sums.put(resource, new MethodSums(windows(resource).pairs()));
    }
  }

  private SliceWindows windows(Resource resource) {
    return resource == Resource.CPU ? windows : detailed;
  }

  /** Reads and compares the recordings. */
  CaseWhy compare(Path folder) throws IOException {
    if (jfrCase.problem() != null || windows.pairs() < MIN_PAIRS || isSilent()) {
      return CaseWhy.none(
          jfrCase.name(),
          jfrCase.problem() == null
              ? "only %d pairs were recorded, or without an answer".formatted(windows.pairs())
              : jfrCase.problem());
    }
    JfrReader reader = new JfrReader();
    List<StackSample> inNative = new ArrayList<>();
    for (String file : jfrCase.files()) {
      inNative.addAll(reader.read(folder.resolve(file), this::add, this::addRound));
    }
    addNative(inNative);
    List<MethodChange> changes = new ArrayList<>();
    List<TotalChange> totals = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      if (windows(resource).pairs() < MIN_PAIRS) {
        continue;
      }
      RateChange whole = whole(resource);
      double sampled = change(resource, sums.get(resource).all()).value();
      totals.add(
          new TotalChange(
              resource,
              whole.baseline(),
              whole.candidate(),
              whole.value() - whole.half(ERROR),
              whole.value() + whole.half(ERROR),
              sampled));
      changes.addAll(changes(resource, whole.baseline()));
    }
    changes.sort(
        Comparator.comparing(MethodChange::own)
            .thenComparingDouble(method -> Math.abs(method.share()))
            .reversed());
    int samples = sums.values().stream().mapToInt(MethodSums::samples).sum();
    return new CaseWhy(
        jfrCase.name(), null, windows.pairs(), samples, totals, changes, List.of(), null, null);
  }

  /** Returns the stacks of a resource, which are complete after the comparison. */
  StackTree stacks(Resource resource) {
    return sums.get(resource).stacks();
  }

  /** Returns the call tree of a resource. */
  FlameBox flames(Resource resource) {
    double[] aMessage = {aMessage(resource, false), aMessage(resource, true)};
    return FlameBox.of(stacks(resource), whose::isOwn, aMessage);
  }

  /** Returns the amount per message for a weight of 1. */
  double aMessage(Resource resource, boolean candidate) {
    return factor(resource).of(candidate) / windows(resource).messages().sum(candidate);
  }

  private boolean isSilent() {
    return windows.messages().sum(true) == 0 || windows.messages().sum(false) == 0;
  }

  void add(StackSample sample) {
    FrameAttribution attribution = FrameAttribution.of(sample, whose);
    if (attribution != null) {
      windows(sample.resource())
          .split(
              sample,
              (pair, candidate, weight) ->
                  sums.get(sample.resource()).add(sample, attribution, pair, candidate, weight));
    }
  }

  /**
   * Adds the samples of native code, after all others. Threads in native code may also be waiting,
   * so these samples are scaled down to the CPU time that samples of Java code don't explain.
   */
  void addNative(List<StackSample> samples) {
    SliceAmounts all = new SliceAmounts(windows.pairs());
    samples.forEach(sample -> windows.split(sample, all::add));
    double part = calibration().partOfNative(sums.get(Resource.CPU).all(), all);
    samples.forEach(sample -> add(sample.times(part)));
  }

  void addRound(Instant round) {
    windows.at(round, 1, rounds::add);
  }

  private RateChange change(Resource resource, SliceAmounts weights) {
    return RateChange.of(weights.times(factor(resource)), windows(resource).messages());
  }

  private List<MethodChange> changes(Resource resource, double whole) {
    MethodSums all = sums.get(resource);
    List<Map.Entry<MethodSums.Owned, SliceAmounts>> enough =
        all.owned().entrySet().stream()
            .filter(one -> one.getValue().samples() >= MIN_SAMPLES)
            .toList();
    List<MethodChange> changes = new ArrayList<>();
    for (Map.Entry<MethodSums.Owned, SliceAmounts> one : enough) {
      RateChange change = change(resource, one.getValue());
      double half = change.half(ERROR / Resource.values().length / enough.size());
      double share = change.value() / whole;
      if (Math.abs(change.value()) > half
          && Math.abs(share) >= WORTH
          && isInEachDeployment(
              windows(resource), one.getValue().times(factor(resource)), change.value())
          && (resource != Resource.WAIT || isOfMessages(one.getValue(), change))) {
        changes.add(change(resource, one.getKey(), change, half, share));
      }
    }
    return changes;
  }

  private MethodChange change(
      Resource resource, MethodSums.Owned owner, RateChange change, double half, double share) {
    MethodSums all = sums.get(resource);
    Function<SliceAmounts, Double> size = some -> change(resource, some).value();
    double sign = Math.signum(change.value());
    double self = size.apply(all.self(owner.method()));
    boolean inside = Math.abs(self) < Math.abs(change.value()) / 2;
    return new MethodChange(
        owner.method(),
        owner.isOwn(),
        resource,
        change.baseline(),
        change.candidate(),
        change.value(),
        change.value() - half,
        change.value() + half,
        self,
        size.apply(all.total(owner.method())),
        share,
        inside ? all.within(owner, some -> sign * size.apply(some)) : null,
        all.line(owner),
        all.waitsOn(owner, some -> sign * size.apply(some)));
  }

  /**
   * Returns true if the change occurs in each deployment. Effects of the place or of the JIT
   * compiler differ between deployments.
   */
  private boolean isInEachDeployment(SliceWindows windows, SliceAmounts sums, double change) {
    List<Integer> deployments =
        jfrCase.slices().stream().map(JfrSlice::deployment).distinct().toList();
    return deployments.stream()
        .allMatch(
            number ->
                (windows.rate(number, true, sums) - windows.rate(number, false, sums)) / change
                    >= IN_EACH);
  }

  /**
   * Returns true if waits also take longer per second. Waits of a fixed length take longer per
   * message merely because there are fewer messages. In a closed model a thread that waits for most
   * of the time can wait little longer per second, however much longer its requests wait.
   */
  private boolean isOfMessages(SliceAmounts waits, RateChange aMessage) {
    RateChange aSecond = RateChange.of(waits, detailed.seconds());
    double share = aSecond.value() / aSecond.baseline();
    boolean grows = share >= WORTH && aSecond.value() > aSecond.half(ERROR);
    return aSecond.baseline() == 0
        || grows
        || share / (aMessage.value() / aMessage.baseline()) >= IN_EACH;
  }

  private SliceAmounts.SampleWeight factor(Resource resource) {
    return factors.computeIfAbsent(
        resource, any -> calibration().factor(resource, sums.get(resource).all()));
  }

  private Calibration calibration() {
    return new Calibration(
        windows,
        detailed,
        windows.seconds().times(SliceAmounts.SampleWeight.ofBoth(processes())),
        rounds);
  }

  /** Returns the number of processes that record at the same time. */
  private double processes() {
    long deployments = jfrCase.slices().stream().map(JfrSlice::deployment).distinct().count();
    return Math.max(1, jfrCase.files().size() / deployments);
  }

  private RateChange whole(Resource resource) {
    ToDoubleFunction<JfrSlice> figure =
        switch (resource) {
          case CPU -> slice -> Calibration.known(slice.cpuUs());
          case ALLOCATION -> slice -> Calibration.known(slice.allocatedBytes());
          case WAIT -> slice -> slice.meanTimeUs() * slice.messages();
        };
    SliceWindows all = windows(resource);
    RateChange clocked = RateChange.of(all.sums(figure), all.messages());
    return Double.isFinite(clocked.value()) ? clocked : change(resource, sums.get(resource).all());
  }

  /**
   * Converts the weights of samples to amounts.
   *
   * @param windows all slices with their clocks
   * @param detailed the slices in which allocations were recorded
   * @param seconds the lengths of all slices in seconds, times the number of recording processes
   * @param rounds the number of rounds of the sampler in each slice
   */
  private record Calibration(
      SliceWindows windows, SliceWindows detailed, SliceAmounts seconds, SliceAmounts rounds) {

    private static final double MICROS = 1e6;

    /**
     * The requested time between two rounds in microseconds, which is used if no round is known.
     */
    private static final double ROUND_US = JfrReader.CPU_TIME_PERIOD.toNanos() / 1e3;

    /**
     * Returns the amount for a weight of 1.
     *
     * @param all the weights of all samples of the resource
     */
    SliceAmounts.SampleWeight factor(Resource resource, SliceAmounts all) {
      return switch (resource) {
        case CPU -> new SliceAmounts.SampleWeight(ofCpu(all, false), ofCpu(all, true));
        case ALLOCATION -> ofAllocation(all);
        case WAIT -> SliceAmounts.SampleWeight.ofBoth(1);
      };
    }

    /**
     * Returns the time between two rounds, which is longer than requested if the sampler waits for
     * a processor. Threads that wait for a processor are sampled as running, so the time is limited
     * to the one with which all samples together add up to the CPU time of the processes.
     */
    private double ofCpu(SliceAmounts all, boolean candidate) {
      double max = clocked().sum(candidate) / all.sum(candidate);
      double round = round(candidate);
      return max > 0 && Double.isFinite(max) ? Math.min(round, max) : round;
    }

    private double round(boolean candidate) {
      double length = seconds.sum(candidate) * MICROS / rounds.sum(candidate);
      return length > 0 && Double.isFinite(length) ? length : ROUND_US;
    }

    private SliceAmounts clocked() {
      return windows.sums(slice -> known(slice.cpuUs()));
    }

    /**
     * Returns the share of the samples of native code for which there is CPU time.
     *
     * @param others the weights of the samples of Java code
     * @param inNative the weights of the samples of native code
     */
    double partOfNative(SliceAmounts others, SliceAmounts inNative) {
      double left = 0;
      double sampled = 0;
      for (boolean candidate : new boolean[] {false, true}) {
        left += clocked().sum(candidate) - round(candidate) * others.sum(candidate);
        sampled += round(candidate) * inNative.sum(candidate);
      }
      double part = left / sampled;
      return Double.isNaN(part) ? 1 : Math.max(0, Math.min(1, part));
    }

    /**
     * Returns the weights with which samples of allocations add up to the threads' own counters. A
     * build with larger objects also reports other objects more often, because the end of a buffer,
     * into which larger objects don't fit, lasts longer.
     */
    private SliceAmounts.SampleWeight ofAllocation(SliceAmounts all) {
      SliceAmounts clocked = detailed.sums(slice -> known(slice.allocatedBytes()));
      double ofBaseline = clocked.sum(false) / all.sum(false);
      double ofCandidate = clocked.sum(true) / all.sum(true);
      boolean known = Double.isFinite(ofBaseline * ofCandidate) && ofBaseline * ofCandidate > 0;
      return known
          ? new SliceAmounts.SampleWeight(ofBaseline, ofCandidate)
          : SliceAmounts.SampleWeight.ofBoth(1);
    }

    static double known(Double value) {
      return value == null ? Double.NaN : value;
    }
  }

  /**
   * The change of an amount per message, from slices in pairs. The rate of each build is a ratio of
   * sums. The standard error is that of a ratio estimator (Cochran, Sampling Techniques, 1977,
   * 2.11), with the slices of a pair combined, because they share the same disturbances.
   *
   * @param standardError the standard error of the difference
   */
  record RateChange(double baseline, double candidate, double standardError, int pairs) {

    /**
     * Estimates the change.
     *
     * @param sums the amount in each slice
     * @param messages the number of messages in each slice
     */
    static RateChange of(SliceAmounts sums, SliceAmounts messages) {
      int n = sums.candidate().length;
      double ofCandidate = ratio(sums.candidate(), messages.candidate());
      double ofBaseline = ratio(sums.baseline(), messages.baseline());
      double meanCandidate = Arrays.stream(messages.candidate()).sum() / n;
      double meanBaseline = Arrays.stream(messages.baseline()).sum() / n;
      double squares =
          IntStream.range(0, n)
              .mapToDouble(
                  i ->
                      (sums.candidate()[i] - ofCandidate * messages.candidate()[i]) / meanCandidate
                          - (sums.baseline()[i] - ofBaseline * messages.baseline()[i])
                              / meanBaseline)
              .map(residual -> residual * residual)
              .sum();
      return new RateChange(ofBaseline, ofCandidate, Math.sqrt(squares / n / (n - 1.0)), n);
    }

    private static double ratio(double[] amounts, double[] messages) {
      return Arrays.stream(amounts).sum() / Arrays.stream(messages).sum();
    }

    double value() {
      return candidate - baseline;
    }

    /** Returns half of the width of the interval. */
    double half(double error) {
      return TDistribution.of(pairs - 1.0).inverseSurvivalProbability(error / 2) * standardError;
    }
  }
}
