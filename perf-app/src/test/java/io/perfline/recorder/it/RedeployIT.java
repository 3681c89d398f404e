package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** {@code -Drecorder.it.redeployments=10} for more of them. */
class RedeployIT {

  private static final int REDEPLOYMENTS = Integer.getInteger("recorder.it.redeployments", 3);

  @Test
  void leavesNoThreadAndNoClassLoaderBehindUnderLoad() throws Exception {
    List<At> all = List.of(At.values());
    for (At at : all) {
      Stand.ready(at);
    }
    List<Sender> load = new ArrayList<>();
    for (At at : all) {
      long seed = System.nanoTime();
      load.add(new HttpSender(Messages.of(seed, Integer.MAX_VALUE), at.path()));
      load.add(new KryonetSender(Messages.of(seed + 1, Integer.MAX_VALUE), at.kryonetPort));
    }
    List<Thread> threads = load.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    try {
      redeploy(all);
    } finally {
      load.forEach(Sender::stop);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(leaksAfterAWhile().lines()).hasSize(1).first().asString().startsWith("OK");
    assertThat(Stand.logs())
        .doesNotContain("OutOfMemoryError")
        .doesNotContain("started a thread named [");
    assertThat(load).allSatisfy(sender -> assertThat(sender.acknowledgedCount()).isPositive());
  }

  /** What ends by itself, such as a timer's thread, is given a minute. */
  private static String leaksAfterAWhile() {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    String found = Stand.findLeaks();
    while (found.contains("\n/") && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000_000L);
      found = Stand.findLeaks();
    }
    return found.strip();
  }

  private static void redeploy(List<At> all) {
    for (int i = 0; i < REDEPLOYMENTS; i++) {
      for (At at : all) {
        Stand.ready(at);
        assertThat(Stand.deploy(at.path())).startsWith("OK");
      }
    }
    for (At at : all) {
      Stand.ready(at);
    }
  }
}
