package io.perfline.gate.why;

/** By what weights of samples become amounts: so that they come to what the clocks say. */
record Calibration(SliceWindows windows, PairSums messages) {

  private static final double SAMPLE_US = 4_000;

  /** How far the clocks' difference and that of the samples may be apart to be of the same. */
  private static final double FURTHEST = 3;

  /**
   * @param all weights of all samples of the resource
   */
  Factor factor(Resource resource, PairSums all) {
    return switch (resource) {
      case CPU -> Factor.ofBoth(ofCpu(all));
      case ALLOCATION -> ofAllocation(all);
      case WAIT -> Factor.ofBoth(1);
    };
  }

  /**
   * What the clocks say of the difference where they and the samples see one for sure. Else what
   * they say of the whole outside of the kernel, though there are parts that no sample falls into,
   * so that it is more than was sampled: native code, and stacks that can't be walked.
   */
  private double ofCpu(PairSums all) {
    PairSums clocked = windows.sums(slice -> known(slice.userCpuUs(), slice.cpuUs()));
    double ofWhole = (clocked.sum(true) + clocked.sum(false)) / (all.sum(true) + all.sum(false));
    if (!Double.isFinite(ofWhole) || ofWhole <= 0) {
      return SAMPLE_US;
    }
    PairSums finest = windows.sums(slice -> known(slice.threadsCpuUs(), slice.cpuUs()));
    RateChange said = RateChange.of(finest, messages);
    RateChange sampled = RateChange.of(all, messages).times(ofWhole);
    double share = said.value() / sampled.value();
    boolean sure = isSure(said) && isSure(sampled) && share >= 1 / FURTHEST && share <= FURTHEST;
    return sure ? ofWhole * share : ofWhole;
  }

  /**
   * What the clocks say of either side. A build with larger objects has its threads tell of others
   * oftener as well: a buffer's end, at which what doesn't fit is told of, lasts longer then.
   */
  private Factor ofAllocation(PairSums all) {
    PairSums clocked = windows.sums(slice -> known(slice.allocatedBytes(), null));
    double ofBaseline = clocked.sum(false) / all.sum(false);
    double ofCandidate = clocked.sum(true) / all.sum(true);
    boolean known = Double.isFinite(ofBaseline * ofCandidate) && ofBaseline * ofCandidate > 0;
    return known ? new Factor(ofBaseline, ofCandidate) : Factor.ofBoth(1);
  }

  private static boolean isSure(RateChange change) {
    return Math.abs(change.value()) > change.half(Comparer.ERROR);
  }

  /** The first of both that is known; NaN when none is. */
  static double known(Double value, Double otherwise) {
    Double known = value == null ? otherwise : value;
    return known == null ? Double.NaN : known;
  }
}
