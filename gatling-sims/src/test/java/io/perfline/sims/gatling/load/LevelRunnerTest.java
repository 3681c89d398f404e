package io.perfline.sims.gatling.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.PageGoal;
import io.perfline.sims.engine.Shard;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the search with services of known capacity. */
class LevelRunnerTest {

  private static final int STEP = 10;
  private static final CapacityPlan PLAN =
      new CapacityPlan(STEP, Duration.ofSeconds(60), 300, new PageGoal(0.95, 6000, 0.05, 0.95));

  private final Random random = new Random(7);

  @ParameterizedTest
  @ValueSource(ints = {95, 130, 199, 200, 201, 350})
  void bisectsBetweenTheLastGoodAndTheFirstBadLevel(int capacity) {
    List<LevelResult> levels =
        SimulatedVisitors.walk(
            browse(100, 200, 300, 400), (at, visitors) -> noisy(visitors <= capacity ? 500 : 7500));

    assertThat(levels).allSatisfy(level -> assertThat(level.problem()).isEmpty());
    assertThat(levels).extracting(LevelResult::users).doesNotHaveDuplicates().startsWith(100);
    int good =
        levels.stream().mapToInt(LevelResult::users).filter(n -> n <= capacity).max().orElse(0);
    int bad =
        levels.stream().mapToInt(LevelResult::users).filter(n -> n > capacity).min().orElseThrow();
    assertThat(bad - good).isLessThanOrEqualTo(STEP);
    assertThat(levels.size()).isLessThanOrEqualTo(capacity / 100 + 1 + 4);
  }

  @Test
  void endsAtTheHighestLevelIfAllAreGood() {
    List<LevelResult> levels =
        SimulatedVisitors.walk(browse(50, 100, 200), (at, visitors) -> noisy(300));

    assertThat(levels).extracting(LevelResult::users).containsExactly(50, 100, 200);
    assertThat(levels).allSatisfy(level -> assertThat(level.problem()).isEmpty());
  }

  /**
   * One server, 20 ms per page, 2 s think time: a page waits N · 20 ms − 2 s, which is 6 s at 400
   * users.
   */
  @Test
  void findsTheLevelAtWhichTheQueueGetsTooLong() {
    long[] free = {0};
    List<LevelResult> levels =
        SimulatedVisitors.walk(
            browse(100, 200, 300, 400, 500, 600),
            (at, visitors) -> {
              free[0] = Math.max(free[0], at) + 20;
              return free[0] - at;
            });

    assertThat(levels).extracting(LevelResult::users).startsWith(100, 200, 300);
    List<Integer> tried = levels.stream().map(LevelResult::users).sorted().toList();
    assertThat(tried).anyMatch(users -> users >= 370 && users <= 400);
    assertThat(tried.get(tried.size() - 1)).isLessThanOrEqualTo(500);
    assertThat(levels)
        .as("where the queue is stable, it is seen to be")
        .filteredOn(level -> level.users() <= 300)
        .allSatisfy(level -> assertThat(level.problem()).isEmpty());
  }

  @Test
  void lowersTheLevelIfPagesFail() {
    List<LevelResult> levels =
        SimulatedVisitors.walk(
            browse(50, 100),
            (at, visitors) -> visitors > 70 && random.nextInt(5) == 0 ? -50 : noisy(300));

    assertThat(levels).extracting(LevelResult::users).startsWith(50, 100, 70, 80).hasSize(4);
  }

  @Test
  void doesNotAcceptAnUnstableLevel() {
    long[] first = {Long.MAX_VALUE};
    List<LevelResult> levels =
        SimulatedVisitors.walk(
            browse(50, 100),
            (at, visitors) -> {
              first[0] = visitors > 90 ? Math.min(first[0], at) : first[0];
              return noisy(200 + (visitors > 90 ? (at - first[0]) / 10 : 0));
            });

    LevelResult unstable = levels.get(1);
    assertThat(unstable.problem()).startsWith("not stable in 60.").contains("changed by +");
    assertThat(unstable.until() - unstable.rise())
        .isBetween(PLAN.hold().toMillis(), 2 * PLAN.hold().toMillis());
    assertThat(levels.stream().skip(2)).allMatch(level -> level.users() < 100);
  }

  @Test
  void ignoresTheTimeBeforeALevelIsStable() {
    long[] first = {-1};
    List<LevelResult> levels =
        SimulatedVisitors.walk(
            browse(50),
            (at, visitors) -> {
              first[0] = first[0] < 0 && visitors == 50 ? at : first[0];
              return noisy(first[0] < 0 || at - first[0] < 8_000 ? 5_000 : 1_000);
            });

    LevelResult level = levels.get(0);
    assertThat(level.problem()).isEmpty();
    assertThat(level.from() - level.rise()).isGreaterThan(first[0] + 5_000);
  }

  @Test
  void endsWithinItsTimeLimit() {
    HttpLoad shortOne = load(Duration.ofMinutes(4), Shard.WHOLE, 100, 200, 300, 400, 500);

    List<LevelResult> levels = SimulatedVisitors.walk(shortOne, (at, visitors) -> -noisy(5_000));

    long end = levels.get(levels.size() - 1).until() - levels.get(0).rise();
    assertThat(end).isLessThanOrEqualTo(shortOne.length().toMillis());
    assertThat(levels).hasSizeBetween(2, 4);
  }

  /** Generators don't know each other's results. */
  @Test
  void followsAFixedScheduleIfGeneratorsShareTheLoad() {
    HttpLoad shard = load(Duration.ofMinutes(4), new Shard(0, 2, Instant.EPOCH), 50, 100);

    List<LevelResult> levels = SimulatedVisitors.walk(shard, (at, visitors) -> noisy(7_000));

    assertThat(levels).extracting(LevelResult::users).containsExactly(50, 100);
    assertThat(levels).allSatisfy(level -> assertThat(level.problem()).isEmpty());
    long begin = levels.get(0).rise();
    assertThat(levels.get(0).until() - begin).isBetween(130_000L, 130_100L);
    assertThat(levels.get(1).until() - begin).isBetween(250_000L, 250_100L);
  }

  private long noisy(long millis) {
    return Math.round(millis * (0.8 + 0.4 * random.nextDouble()));
  }

  private static HttpLoad browse(int... users) {
    return load(Duration.ofHours(1), Shard.WHOLE, users);
  }

  private static HttpLoad load(Duration duration, Shard shard, int... users) {
    return HttpLoads.browse(
        URI.create("http://localhost/"),
        IntStream.of(users).boxed().toList(),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        duration,
        Duration.ofSeconds(10),
        shard,
        PLAN);
  }
}
