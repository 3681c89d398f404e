package io.perfline.proof.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PairSubsetTest {

  private static final TimeDistribution NONE = TimeDistribution.of(new Histogram(3));

  @Test
  void verdictsShareThePairsWithoutOverlapAndEachHoldsEveryDeployment() {
    List<SlicePair> all = pairs(2, 60);

    Set<SlicePair> seen = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      List<SlicePair> mine = PairSubset.pairs(all, i, 3);
      assertThat(mine).hasSize(40);
      assertThat(mine).filteredOn(pair -> pair.deployment() == 1).hasSize(20);
      assertThat(mine.subList(0, SequentialJudge.STEP))
          .filteredOn(pair -> pair.deployment() == 2)
          .as("half of the first look")
          .hasSize(SequentialJudge.STEP / 2);
      assertThat(mine).noneMatch(pair -> !seen.add(pair));
    }
  }

  @Test
  void countsTheLoadOfBothSides() {
    assertThat(PairSubset.seconds(pairs(1, 4).subList(0, 2))).isEqualTo(2 * 0.25 + (1 + 2));
  }

  /** Pairs that differ from each other in the length of their baseline's slice. */
  private static List<SlicePair> pairs(int deployments, int each) {
    List<SlicePair> pairs = new ArrayList<>();
    for (int deployment = 1; deployment <= deployments; deployment++) {
      for (int i = 0; i < each; i++) {
        pairs.add(
            new SlicePair(deployment, true, slice(0.25), slice(deployment * 1000.0 - 999 + i)));
      }
    }
    return pairs;
  }

  private static Slice slice(double seconds) {
    return new Slice(seconds, 0, 0, 0, 0, NONE, NONE);
  }
}
