package io.perfline.core.run;

import java.util.List;
import java.util.Map;

/** A part of a case's result that only some kinds of cases have. */
public sealed interface CaseDetail
    permits CaseDetail.PairedSlices,
        CaseDetail.CapacityLevels,
        CaseDetail.KeptBytes,
        CaseDetail.Figures,
        EarlierDeployments,
        StoredMessages,
        ServerCost,
        ServerMemory,
        ServerEnd,
        ConsumerLag,
        Origin,
        Drain {

  /** Returns true if the detail is empty; such a detail is omitted. */
  default boolean absent() {
    return false;
  }

  /**
   * A comparison with the baseline.
   *
   * @param pairs the pairs of slices, measured alternately
   * @param unchanged the reason why no load was needed, such as that both builds are the same; null
   *     if there was load
   */
  record PairedSlices(List<SlicePair> pairs, String unchanged) implements CaseDetail {
    public PairedSlices {
      pairs = List.copyOf(pairs);
    }

    @Override
    public boolean absent() {
      return pairs.isEmpty() && unchanged == null;
    }
  }

  /** The results of a capacity search, one for each number of users. */
  record CapacityLevels(List<Level> levels) implements CaseDetail {
    public CapacityLevels {
      levels = List.copyOf(levels);
    }

    @Override
    public boolean absent() {
      return levels.isEmpty();
    }
  }

  /** The bytes on the store's disk for the messages of the case; null if they were not measured. */
  record KeptBytes(Long bytes) implements CaseDetail {
    @Override
    public boolean absent() {
      return bytes == null;
    }
  }

  /** Further measured values by the name of their metric, such as missing deliveries. */
  record Figures(Map<String, Double> values) implements CaseDetail {
    public Figures {
      values = values == null ? Map.of() : Map.copyOf(values);
    }

    @Override
    public boolean absent() {
      return values.isEmpty();
    }
  }
}
