package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.run.Level;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTallyTest {

  private static final long T0 = 1_000_000;
  private static final HttpLoad LOAD =
      HttpLoad.browse(
          URI.create("http://localhost/"),
          List.of(1, 3),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(8),
          Duration.ofSeconds(5));

  private final PageTally tally = new PageTally(LOAD);

  @Test
  void givesAPageToTheLevelInWhichItWasBegun() {
    user(0, 10_100);
    user(6_000, 10_100);
    user(6_500, 10_100);
    page(1_000, 100, true); // warm-up
    page(2_000, 200, true);
    page(5_900, 700, true);
    page(6_500, 300, true); // while users rise
    page(7_000, 400, true);
    page(9_999, 900, true);

    Counted counted = count();

    assertThat(counted.problems()).isEmpty();
    assertThat(counted.total().requests()).isEqualTo(5);
    assertThat(counted.levels()).hasSize(2);
    Level first = counted.levels().get(0);
    assertThat(first.start()).isEqualTo(Instant.ofEpochMilli(T0 + 2_000));
    assertThat(first.end()).isEqualTo(Instant.ofEpochMilli(T0 + 6_000));
    assertThat(first.page_time().count()).isEqualTo(2);
    Level second = counted.levels().get(1);
    assertThat(second.start()).isEqualTo(Instant.ofEpochMilli(T0 + 7_000));
    assertThat(second.page_time().count()).isEqualTo(2);
    assertThat(counted.levels()).allSatisfy(level -> assertThat(level.problems()).isEmpty());
  }

  @Test
  void doesNotBelieveALevelWhoseUsersWereNotThere() {
    user(0, 10_100);
    user(6_000, 8_000);
    user(6_500, 10_100);
    page(2_000, 200, true);

    Counted counted = count();

    assertThat(counted.levels().get(0).problems()).isEmpty();
    assertThat(counted.levels().get(1).problems())
        .containsExactly("only 2 of 3 users were there", "no page was opened");
  }

  @Test
  void saysWhyAPageFailedOnce() {
    user(0, 10_100);
    page(2_000, 200, false);
    hit(2_050, 10, "status.find.in([200, 209], 304), found 404");
    hit(2_060, 10, "status.find.in([200, 209], 304), found 500");
    page(3_000, 200, false);
    hit(3_000, 50, "i.g.h.c.i.RequestTimeoutException: Request timeout to x after 50 ms");
    page(4_000, 200, false);
    page(5_000, 200, true);
    hit(5_000, 200, "");

    Counted counted = count();

    assertThat(counted.errors()).isEqualTo(Map.of("status 404", 1L, "timeout", 1L, "page", 1L));
    assertThat(counted.levels().get(0).errors()).isEqualTo(3);
    assertThat(counted.total().messages()).isEqualTo(1);
  }

  @Test
  void countsTheBytesThatCameWhileItCounted() {
    user(0, 10_100);
    page(2_000, 200, true);
    GeneratorWatch watch =
        new GeneratorWatch(
            List.of(
                new GeneratorWatch.Beat(T0 + 1_950, 0, 0, 100, 0),
                new GeneratorWatch.Beat(T0 + 2_950, 0, 0, 150, 0),
                new GeneratorWatch.Beat(T0 + 9_950, 0, 0, 1_100, 0),
                new GeneratorWatch.Beat(T0 + 10_050, 0, 0, 5_000, 0)));

    Counted counted = tally.count(watch);

    assertThat(counted.total().bytes()).isEqualTo(1_000);
    assertThat(counted.seconds().get(0).bytes()).isEqualTo(50);
    assertThat(counted.seconds()).extracting(Second::users).startsWith(1).hasSize(8);
  }

  @Test
  void isNothingWithoutAPage() {
    user(0, 100);

    assertThat(count().isNothing()).isTrue();
  }

  private Counted count() {
    return tally.count(new GeneratorWatch(List.of()));
  }

  private void user(long from, long until) {
    tally.add(new LogEvent.User("short", true, T0 + from));
    tally.add(new LogEvent.User("short", false, T0 + until));
  }

  private void page(long at, long millis, boolean ok) {
    tally.add(new LogEvent.Group(List.of("services"), T0 + at, T0 + at + millis, 1, ok));
  }

  private void hit(long at, long millis, String message) {
    tally.add(
        new LogEvent.Request(
            List.of("services"),
            "document",
            T0 + at,
            T0 + at + millis,
            message.isEmpty(),
            message));
  }
}
