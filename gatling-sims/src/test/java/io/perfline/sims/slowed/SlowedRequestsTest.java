package io.perfline.sims.slowed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowedRequestsTest {

  private long cpu;

  /** Simulates a machine at half speed. */
  @Test
  void addsAShareOfTheCpuTimeOnAnyMachine() {
    SlowedRequests requests =
        new SlowedRequests(SlowedCost.CPU, 0.1, 20_000, () -> cpu, nanos -> cpu += 2 * nanos);
    for (int i = 0; i < 100; i++) {
      requests.spend();
      requests.add(1_000_000, 80_000, 5_000);
    }
    assertThat(cpu).as("nothing is known of the first requests").isZero();
    requests.measure();

    for (int i = 0; i < 1000; i++) {
      requests.spend();
    }

    assertThat(cpu).isBetween(1000 * 10_000L, 1000 * 10_000L + 20_000);
    assertThat(requests.report().added()).isEqualTo(1000 * 10_000L);
    assertThat(requests.report().requests()).isEqualTo(100);
  }

  @Test
  void oneRequestInFiftyIsSlowed() {
    SlowedRequests requests = new SlowedRequests(SlowedCost.ONE_IN_FIFTY, 0.1, 0);
    for (int i = 0; i < 100; i++) {
      requests.add(1000, 0, 0);
    }
    requests.measure();

    for (int i = 0; i < 100; i++) {
      requests.spend();
    }

    assertThat(requests.report().added()).isEqualTo(2 * 50 * 100);
  }

  @Test
  void addsNothingIfTheCostIsZero() {
    SlowedRequests requests = new SlowedRequests(null, 0, 0);
    requests.add(1000, 1000, 1000);
    requests.measure();

    requests.spend();

    assertThat(requests.report().added()).isZero();
    assertThat(requests.report().cpuNanos()).isEqualTo(1000);
  }
}
