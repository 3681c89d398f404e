package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuWatchTest {

  @Test
  void returnsTheCpuShareSinceTheLastReading() {
    CpuWatch watch = CpuWatch.withGenerator(Map.of("server", ProcessHandle.current()));
    long end = System.nanoTime() + 200_000_000;
    long burnt = 0;
    while (System.nanoTime() < end) {
      burnt++;
    }

    Map<String, Double> shares = watch.shares();

    assertThat(burnt).isPositive();
    assertThat(watch.names()).containsExactly("generator", "server");
    assertThat(shares).containsOnlyKeys("generator", "server");
    assertThat(shares.values()).allSatisfy(share -> assertThat(share).isPositive());
  }
}
