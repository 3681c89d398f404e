package io.perfline.sims.merge;

import static io.perfline.sims.merge.Shards.START;
import static io.perfline.sims.merge.Shards.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.TimeDistribution;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelSumTest {

  @Test
  void addsUsersPagesAndErrorsOfEachLevel() {
    List<Level> sums =
        CaseSum.levels(
            List.of(
                part("1/2", level(5, 1, times(10, 100)), level(10, 2, times(20, 200))),
                part("2/2", level(5, 3, times(30, 300)), level(9, 0, times(40, 400)))));

    assertThat(sums).extracting(Level::users).containsExactly(10, 19);
    assertThat(sums).extracting(Level::errors).containsExactly(4L, 2L);
    assertThat(sums).extracting(Level::pages).containsExactly(404L, 602L);
    assertThat(sums.get(0).pageTime())
        .isEqualTo(TimeDistribution.merge(List.of(times(10, 100), times(30, 300))));
    assertThat(sums).allSatisfy(level -> assertThat(level.problems()).isEmpty());
  }

  @Test
  void aLevelThatOneShardLacksIsUnknown() {
    List<Level> sums =
        CaseSum.levels(
            List.of(
                part(
                    "1/2",
                    level(5, 0, times(10, 100), "not stable in 30.0 s"),
                    level(10, 0, times(10, 100))),
                part("2/2", level(5, 0, times(10, 100)))));

    assertThat(sums.get(0).problems()).containsExactly("shard 1/2: not stable in 30.0 s");
    assertThat(sums.get(1).problems()).containsExactly("shard 2/2 has no such level");
  }

  private static Level level(
      int users, long errors, TimeDistribution pageTime, String... problems) {
    return new Level(users, START, START.plusSeconds(9), errors, pageTime, List.of(problems));
  }

  private static CaseSum.Part part(String shard, Level... levels) {
    CaseResult plain = Shards.at(START, 1, "recorder");
    return new CaseSum.Part(shard, plain.withLevels(List.of(levels)));
  }
}
