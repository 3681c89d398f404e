package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuWatchTest {

  @Test
  void returnsTheCpuShareSinceTheLastReading() {
    CpuWatch watch = CpuWatch.withGenerator(Map.of("server", ProcessHandle.current()));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + 200_000_000;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }

    Map<String, Double> shares = watch.shares();

    assertThat(watch.names()).containsExactly("generator", "server");
    assertThat(shares).containsOnlyKeys("generator", "server");
    assertThat(shares.values()).allSatisfy(share -> assertThat(share).isPositive());
  }
}
