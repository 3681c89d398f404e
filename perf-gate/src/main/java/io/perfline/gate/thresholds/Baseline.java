package io.perfline.gate.thresholds;

import io.perfline.core.yaml.SourcePosition;
import java.time.Duration;
import java.util.Set;

/** What a relative threshold compares with. */
public sealed interface Baseline {

  /** Where it stands. */
  SourcePosition place();

  /** What runs may have to share with the candidate. */
  enum Same {
    ENVIRONMENT,
    PROFILE,
    FINGERPRINT
  }

  /**
   * Earlier runs.
   *
   * @param branch of which branch
   * @param last how many at most, the newest
   * @param min how many at least
   * @param maxAge how old at most
   * @param same what they share with the candidate
   * @param place where it stands
   */
  record Past(
      String branch, int last, int min, Duration maxAge, Set<Same> same, SourcePosition place)
      implements Baseline {
    public Past {
      same = Set.copyOf(same);
    }
  }

  /**
   * Another build that is measured in the same run, interleaved with the candidate.
   *
   * @param war its file; null for whichever the run was measured with
   * @param place where it stands
   */
  record Paired(String war, SourcePosition place) implements Baseline {

    /** What it is called where the run doesn't say. */
    public String told() {
      return war == null ? "a baseline" : war;
    }
  }
}
