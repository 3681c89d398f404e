package io.perfline.sims.gatling.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.engine.Shard;
import io.perfline.sims.gatling.load.Visits.BusinessCase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BusinessCaseTest {

  @Test
  void everyUserKeepsOneBusinessCase() {
    for (int users = 1; users <= 100; users++) {
      List<Integer> all = new ArrayList<>();
      for (BusinessCase business : BusinessCase.values()) {
        List<Integer> visitors = business.visitors(users, Shard.WHOLE);
        assertThat(business.visitors(100, Shard.WHOLE).subList(0, visitors.size()))
            .isEqualTo(visitors);
        all.addAll(visitors);
      }
      assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(users));
    }
    assertThat(BusinessCase.values())
        .extracting(business -> business.visitors(100, Shard.WHOLE).size())
        .containsExactly(50, 30, 20);
  }

  @Test
  void allShardsTogetherHaveAllVisitors() {
    int[] visitors = new int[BusinessCase.values().length];
    for (int index = 0; index < 3; index++) {
      Shard shard = new Shard(index, 3, Instant.EPOCH);
      for (BusinessCase business : BusinessCase.values()) {
        visitors[business.ordinal()] += business.visitors(100, shard).size();
      }
    }
    assertThat(visitors).containsExactly(50, 30, 20);
  }

  private static List<Integer> numbers(int below) {
    return IntStream.range(0, below).boxed().toList();
  }
}
