package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Level;
import io.perfline.core.run.LogEvent;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.gatling.load.CapacityPlan;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpLoads;
import io.perfline.sims.gatling.load.LevelResult;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTallyTest {

  private static final long T0 = 1_000_000;
  private static final HttpLoad LOAD =
      HttpLoads.browse(
          URI.create("http://localhost/"),
          List.of(1, 3),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(8),
          Duration.ofSeconds(5),
          new CapacityPlan(1, Duration.ofSeconds(4), 1, CapacityPlan.DEFAULT.goal()));
  private static final LevelResult ONE = new LevelResult(1, T0, T0 + 2_000, T0 + 6_000, "");
  private static final LevelResult THREE =
      new LevelResult(3, T0 + 6_000, T0 + 7_000, T0 + 10_000, "");

  private static final GeneratorHealth WELL = new GeneratorHealth(0, 0, 0, 0);

  private final List<GeneratorWatch.Beat> beats = new ArrayList<>();
  private final List<LogEvent> events = new ArrayList<>();
  private List<LevelResult> levels = List.of(ONE, THREE);

  @Test
  void assignsAPageToTheLevelInWhichItStarted() {
    there(1, 2_000, 6_000);
    there(3, 7_000, 9_900);
    page(1_000, 100, true); // during the warm-up
    page(2_000, 200, true);
    page(5_900, 700, true);
    page(6_500, 300, true); // while the number of users rises
    page(7_000, 400, true);
    page(9_999, 900, true);

    CountedLoad counted = count();

    assertThat(counted.problems()).isEmpty();
    assertThat(counted.total().requests()).isEqualTo(5);
    assertThat(counted.levels()).hasSize(2);
    Level first = counted.levels().get(0);
    assertThat(first.start()).isEqualTo(Instant.ofEpochMilli(T0 + 2_000));
    assertThat(first.end()).isEqualTo(Instant.ofEpochMilli(T0 + 6_000));
    assertThat(first.pageTime().count()).isEqualTo(2);
    Level second = counted.levels().get(1);
    assertThat(second.start()).isEqualTo(Instant.ofEpochMilli(T0 + 7_000));
    assertThat(second.pageTime().count()).isEqualTo(2);
    assertThat(counted.levels()).allSatisfy(level -> assertThat(level.problems()).isEmpty());
  }

  @Test
  void rejectsALevelWithoutAllUsersOrStability() {
    levels = List.of(ONE, THREE, new LevelResult(2, 0, T0 + 12_000, T0 + 15_000, "not stable"));
    there(1, 2_000, 6_000);
    there(3, 7_000, 9_900);
    there(2, 8_000, 8_100);
    there(2, 12_000, 14_900);
    page(2_000, 200, true);
    page(13_000, 200, true);

    CountedLoad counted = count();

    assertThat(counted.levels().get(0).problems()).isEmpty();
    assertThat(counted.levels().get(1).problems())
        .containsExactly("only 2 of 3 users started", "no page was opened");
    assertThat(counted.levels().get(2).problems()).containsExactly("not stable");
  }

  @Test
  void rejectsALevelInWhichTheGeneratorPaused() {
    levels = List.of(ONE);
    there(1, 2_000, 5_900);
    beats.add(beat(5_950, new GeneratorHealth(0, 1_200, 1_200, 0), 0, 1));
    page(2_000, 200, true);

    assertThat(count().levels().get(0).problems())
        .containsExactly(
            "the load generator was paused for 1.2 of 4.0 s: it was short of CPU or memory");
  }

  @Test
  void rejectsALoadWithUnfinishedVisitors() {
    events.add(new LogEvent.User("short", true, T0));
    page(2_000, 200, true);

    assertThat(count().problems())
        .containsExactly("1 visitors had not ended when the event log did");
  }

  @Test
  void reportsTheReasonOfAFailedPageOnce() {
    page(2_000, 200, false);
    hit(2_050, 10, "status.find.in([200, 209], 304), found 404");
    hit(2_060, 10, "status.find.in([200, 209], 304), found 500");
    page(3_000, 200, false);
    hit(3_000, 50, "i.g.h.c.i.RequestTimeoutException: Request timeout to x after 50 ms");
    page(4_000, 200, false);
    page(5_000, 200, true);
    hit(5_000, 200, "");

    CountedLoad counted = count();

    assertThat(counted.total().errors())
        .isEqualTo(Map.of("status 404", 1L, "timeout", 1L, "page", 1L));
    assertThat(counted.levels().get(0).errors()).isEqualTo(3);
    assertThat(counted.total().messages()).isEqualTo(1);
  }

  @Test
  void countsTheBytesOfTheMeasuredTime() {
    page(2_000, 200, true);
    beats.addAll(
        List.of(
            beat(1_950, WELL, 100, 1),
            beat(2_950, WELL, 150, 1),
            beat(9_950, WELL, 1_100, 3),
            beat(10_050, WELL, 5_000, 0)));

    CountedLoad counted = count();

    assertThat(counted.total().bytes()).isEqualTo(1_000);
    assertThat(counted.seconds().get(0).counts().bytes()).isEqualTo(50);
    assertThat(counted.seconds())
        .extracting(SecondTally::users)
        .startsWith(1)
        .endsWith(3)
        .hasSize(8);
  }

  @Test
  void isInvalidWithoutPagesOrLevels() {
    assertThat(count().isNothing()).isTrue();

    levels = List.of();
    page(2_000, 200, true);
    assertThat(count().isNothing()).isTrue();
  }

  private CountedLoad count() {
    PageTally tally = new PageTally(LOAD, levels, new GeneratorWatch(beats));
    events.forEach(tally::add);
    return tally.count();
  }

  private void there(int users, long from, long until) {
    for (long at = from; at <= until; at += 100) {
      beats.add(beat(at, WELL, 0, users));
    }
  }

  private static GeneratorWatch.Beat beat(
      long at, GeneratorHealth health, long received, int users) {
    return new GeneratorWatch.Beat(T0 + at, 100, health, received, users);
  }

  private void page(long at, long millis, boolean ok) {
    events.add(new LogEvent.Group(List.of("services"), T0 + at, T0 + at + millis, 1, ok));
  }

  private void hit(long at, long millis, String message) {
    events.add(
        new LogEvent.Request(
            List.of("services"),
            "document",
            T0 + at,
            T0 + at + millis,
            message.isEmpty(),
            message));
  }
}
