package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.SessionPlan;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the choice of a session's scenario by weights. */
class SessionMixTest {

  private static SessionMix mix(long seed, int... weights) {
    List<SessionPlan> plans =
        IntStream.range(0, weights.length)
            .mapToObj(i -> new SessionPlan("s" + i, weights[i], false, null, List.of()))
            .toList();
    return new SessionMix(plans, seed);
  }

  /** On each shard, any part of the sequence matches the weights almost exactly. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0", "1000, 1, 5", "12345, 2, 5", "7, 3, 99", "123456789, 10, -4"})
  void everyPartOfTheSequenceMatchesTheWeights(long first, int shards, long seed) {
    SessionMix mix = mix(seed, 70, 25, 5);
    long[] counts = new long[3];
    LongStream.range(0, 200).map(n -> first + n * shards).forEach(n -> counts[mix.of(n)]++);

    assertThat(counts[0]).isBetween(136L, 144L);
    assertThat(counts[1]).isBetween(46L, 54L);
    assertThat(counts[2]).isBetween(7L, 13L);
  }

  @Test
  void theSequenceIsTheSameEachTime() {
    assertThat(LongStream.range(0, 500).mapToInt(mix(3, 1, 9)::of).toArray())
        .isEqualTo(LongStream.range(0, 500).mapToInt(mix(3, 1, 9)::of).toArray())
        .isNotEqualTo(LongStream.range(0, 500).mapToInt(mix(4, 1, 9)::of).toArray());
  }
}
