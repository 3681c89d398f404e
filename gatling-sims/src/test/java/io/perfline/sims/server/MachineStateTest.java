package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineStateTest {

  @Test
  void theScatterIsMeasuredFromTheSlowestTenthAfterTheWarmUp() {
    long[] nanos = new long[40];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = i < 20 ? 1_000_000 : i >= 37 ? 150 : 100;
    }

    assertThat(MachineState.scatter(nanos)).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void observesThisMachine() throws InterruptedException {
    MachineState machine = MachineState.observe(List.of(), Map.of());

    assertThat(machine.cores()).isPositive();
    assertThat(machine.others()).isBetween(0.0, 1.0);
    assertThat(machine.steal()).isBetween(0.0, 1.0);
    assertThat(machine.scatter()).isNotNegative();
    assertThat(machine.description()).startsWith("machine: other processes use ");
  }
}
