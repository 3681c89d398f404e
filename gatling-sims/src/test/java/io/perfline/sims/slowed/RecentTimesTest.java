package io.perfline.sims.slowed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentTimesTest {

  private final RecentTimes times = new RecentTimes();

  @Test
  void theFirstRequestIsNotDelayed() {
    for (SlowedCost cost : SlowedCost.values()) {
      assertThat(times.summary().added(cost, 0.2, 1000)).as(cost.id()).isZero();
    }
  }

  @Test
  void delaysEveryRequestByAShareOfTheMeanDuration() {
    hundredRequests();

    assertThat(wait(SlowedCost.WAITING, 0.1, 0)).isEqualTo(4_950);
    assertThat(wait(SlowedCost.WAITING, 0.1, 10_000)).isEqualTo(5_950);
  }

  @Test
  void oneRequestInFiftyWaitsForTheShareOfAllFifty() {
    hundredRequests();

    assertThat(wait(SlowedCost.ONE_IN_FIFTY, 0.1, 0)).isEqualTo(50 * 4_950);
  }

  /** A request of the usual duration then takes 10 % more than the 99th percentile. */
  @Test
  void theTailGetsLongerByTheShare() {
    hundredRequests();

    long median = times.summary().median();
    assertThat(median + wait(SlowedCost.TAIL, 0.1, 0)).isEqualTo(110_000);
  }

  @Test
  void usesOnlyTheMostRecentRequests() {
    times.add(1_000_000_000);
    for (int i = 0; i < 512; i++) {
      times.add(1000);
    }

    assertThat(times.summary().p99()).isEqualTo(1000);
    assertThat(times.count()).isEqualTo(513);
  }

  private long wait(SlowedCost cost, double share, long outside) {
    return times.summary().added(cost, share, outside);
  }

  /** Adds requests of 1 to 100 microseconds. */
  private void hundredRequests() {
    for (int i = 1; i <= 100; i++) {
      times.add(i * 1000);
    }
  }
}
