package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.sims.slowed.SlowedBy;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests shares of each cost per message. */
class WayCostTest {

  @Test
  void computesShares() {
    IngressCost cost = new IngressCost(2000, 1_500_000, 100_000, 8000, 50_000);

    assertThat(
            Stream.of(SlowedBy.values())
                .map(by -> cost.slowing(SlowedIngress.RECORD, by, 10).amount()))
        .as("cpu, wait, allocation, lock, tail, leak")
        .containsExactly(10_000L, 150_000L, 800L, 550_000L, 7_500_000L, 2_000L);
    assertThat(cost.slowing(SlowedIngress.TOPIC, SlowedBy.WAIT, 10).amount())
        .as("all wait for one")
        .isEqualTo(50_000L);
    assertThatThrownBy(
            () ->
                new IngressCost(2000, 1_500_000, Double.NaN, 8000, 50_000)
                    .slowing(SlowedIngress.RECORD, SlowedBy.CPU, 10))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("'record' was not measured");
  }
}
