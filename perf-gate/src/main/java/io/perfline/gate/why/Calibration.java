package io.perfline.gate.why;

/**
 * By what weights of samples become amounts.
 *
 * @param windows with what the clocks said of each slice
 * @param detailed those of them in which allocations were recorded
 * @param seconds of all slices, once for each process that recorded itself
 * @param rounds in which the sampler looked at all threads
 */
record Calibration(SliceWindows windows, SliceWindows detailed, PairSums seconds, PairSums rounds) {

  private static final double MICROS = 1e6;

  /** Between two rounds as they were asked for, where none were told of. */
  private static final double ROUND_US = 10_000;

  /**
   * @param all weights of all samples of the resource
   */
  SampleWeight factor(Resource resource, PairSums all) {
    return switch (resource) {
      case CPU -> new SampleWeight(ofCpu(all, false), ofCpu(all, true));
      case ALLOCATION -> ofAllocation(all);
      case WAIT -> SampleWeight.ofBoth(1);
    };
  }

  /**
   * The time from one round to the next, which is longer than what was asked for where the sampler
   * itself waits for a processor. As threads that wait for one are sampled as if they ran, it is no
   * more than what makes all samples as long as the CPU time that the processes have used.
   */
  private double ofCpu(PairSums all, boolean candidate) {
    double most = clocked().sum(candidate) / all.sum(candidate);
    double round = round(candidate);
    return most > 0 && Double.isFinite(most) ? Math.min(round, most) : round;
  }

  private double round(boolean candidate) {
    double told = seconds.sum(candidate) * MICROS / rounds.sum(candidate);
    return told > 0 && Double.isFinite(told) ? told : ROUND_US;
  }

  private PairSums clocked() {
    return windows.sums(slice -> known(slice.cpuUs()));
  }

  /**
   * Which part of the samples of native code there is CPU time for.
   *
   * @param others weights of those of Java's code
   * @param inNative theirs
   */
  double partOfNative(PairSums others, PairSums inNative) {
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
   * What the clocks say of either side. A build with larger objects has its threads tell of others
   * oftener as well: a buffer's end, at which what doesn't fit is told of, lasts longer then.
   */
  private SampleWeight ofAllocation(PairSums all) {
    PairSums clocked = detailed.sums(slice -> known(slice.allocatedBytes()));
    double ofBaseline = clocked.sum(false) / all.sum(false);
    double ofCandidate = clocked.sum(true) / all.sum(true);
    boolean known = Double.isFinite(ofBaseline * ofCandidate) && ofBaseline * ofCandidate > 0;
    return known ? new SampleWeight(ofBaseline, ofCandidate) : SampleWeight.ofBoth(1);
  }

  /** NaN for what isn't known. */
  static double known(Double value) {
    return value == null ? Double.NaN : value;
  }
}
