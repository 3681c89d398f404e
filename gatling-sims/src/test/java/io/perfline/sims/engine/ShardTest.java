package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.engine.Load.Arrivals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShardTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void everyItemBelongsToExactlyOneShard() {
    List<Integer> dealt = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      Shard shard = new Shard(index, 3, Instant.EPOCH);
      for (int own = 0; own < shard.part(8); own++) {
        assertThat(shard.contains(shard.number(own))).isTrue();
        dealt.add(shard.number(own));
      }
    }
    assertThat(dealt).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void refusesMoreShardsThanItems() {
    assertThat(new Shard(0, 3, Instant.EPOCH).part(2)).isEqualTo(1);
    assertThat(new Shard(2, 3, Instant.EPOCH).part(2)).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Arrivals.class,
      names = {"CONSTANT", "POISSON"})
  void allShardsTogetherHaveTheArrivalsOfTheWholeLoad(Arrivals arrivals) {
    assertThat(arrivals(arrivals, 3))
        .containsExactlyInAnyOrderElementsOf(arrivals(arrivals, 1))
        .hasSize(800);
  }

  /** Returns a hundred arrivals of each of eight connections, over all shards. */
  private static List<Long> arrivals(Arrivals arrivals, int shards) {
    List<Long> all = new ArrayList<>();
    double rate = 0;
    for (int index = 0; index < shards; index++) {
      Shard shard = new Shard(index, shards, Instant.EPOCH);
      Load load = new Load(arrivals, 8, 1, 1000, SECOND, SECOND, SECOND, SECOND, 42, shard);
      rate += load.ownRate();
      for (int own = 0; own < load.ownConnections(); own++) {
        Load.Schedule schedule = load.schedule(own);
        for (int i = 0; i < 100; i++) {
          all.add(schedule.next());
        }
      }
    }
    assertThat(rate).isEqualTo(1000);
    return all;
  }
}
