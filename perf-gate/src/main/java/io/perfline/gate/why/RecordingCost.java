package io.perfline.gate.why;

import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import java.time.Duration;
import java.util.List;

/** What recording itself costs: the baseline's throughput with and without it. */
final class RecordingCost {

  private RecordingCost() {}

  /** As a share of the throughput without; null when there was none. */
  static Double of(List<SlicePair> pairs, List<JfrSlice> slices) {
    double without =
        pairs.stream().map(SlicePair::baseline).mapToLong(Slice::messages).sum()
            / pairs.stream().map(SlicePair::baseline).mapToDouble(Slice::seconds).sum();
    double messages =
        slices.stream().filter(slice -> !slice.candidate()).mapToLong(JfrSlice::messages).sum();
    double seconds =
        slices.stream()
            .filter(slice -> !slice.candidate())
            .mapToDouble(slice -> Duration.between(slice.start(), slice.end()).toNanos() / 1e9)
            .sum();
    double share = 1 - messages / seconds / without;
    return Double.isFinite(share) ? share : null;
  }
}
