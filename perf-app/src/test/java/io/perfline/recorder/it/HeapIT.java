package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that a heap of 256 MiB is enough for Tomcat. {@code -Drecorder.it.mixed=1000} sends more
 * messages, {@code -Drecorder.it.waiting=3900} uses more clients and {@code -Drecorder.it.waves=20}
 * repeats that more often.
 */
class HeapIT {

  private static final int MIXED = Integer.getInteger("recorder.it.mixed", 40);
  private static final int WAITING = Integer.getInteger("recorder.it.waiting", 2000);
  private static final int WAVES = Integer.getInteger("recorder.it.waves", 1);
  private static final int KRYONET_CLIENTS = 4;
  private static final Duration LIMIT = Duration.ofMinutes(2).plusMillis(500L * MIXED);

  @BeforeEach
  void deploy() {
    Stand.ready(At.K);
  }

  @AfterEach
  void noOutOfMemoryErrorOccurred() {
    assertThat(Stand.tomcat().isAlive()).isTrue();
    assertThat(Stand.logs()).doesNotContain("OutOfMemoryError");
    Stand.await(LIMIT, "ready again", () -> Stand.isReady(At.K));
  }

  @Test
  void survivesMessagesOfEverySizeAtEveryEntryPoint() throws InterruptedException {
    List<Sender> senders = senders();
    awaitAcknowledged(senders, start(senders));
  }

  /** Each request that waits for the store retains the server's objects. */
  @Test
  void survivesRequestsThatWaitForAStuckStore() throws Exception {
    Crowd crowd = Crowd.of(WAITING, At.K.path());
    Processes.stand(Stand.kafka().pid(), crowd::send);
    System.out.println("while the store stood: " + crowd.answers());
  }

  /**
   * The machine also has no time for the server: all requests arrive at once, and answered ones
   * stay until the server ends them.
   */
  @Test
  void survivesAllOfThatTogether() throws Exception {
    List<Sender> senders = senders();
    List<Thread> threads = start(senders);
    for (int wave = 0; wave < WAVES; wave++) {
      Crowd crowd = Crowd.of(WAITING, At.K.path());
      Processes.stand(Stand.tomcat().pid(), crowd::send);
      Processes.stand(
          Stand.kafka().pid(), () -> System.out.println("during a load: " + crowd.answers()));
    }
    awaitAcknowledged(senders, threads);
  }

  private static List<Sender> senders() {
    long seed = System.nanoTime();
    List<Sender> senders = new ArrayList<>();
    senders.add(new HttpSender(Messages.mixed(seed, 2 * MIXED), At.K.path()));
    senders.add(new KafkaSender(Messages.mixed(seed + 1, MIXED), At.K));
    for (int i = 0; i < KRYONET_CLIENTS; i++) {
      senders.add(new KryonetSender(Messages.mixed(seed + 2 + i, MIXED), At.K.kryonetPort));
    }
    return senders;
  }

  private static List<Thread> start(List<Sender> senders) {
    List<Thread> threads = senders.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    return threads;
  }

  private static void awaitAcknowledged(List<Sender> senders, List<Thread> threads)
      throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(LIMIT.toMillis());
    }
    assertThat(senders)
        .allSatisfy(
            sender -> {
              assertThat(sender.failure()).isNull();
              assertThat(sender.acknowledgedCount()).isEqualTo(sender.messages.count());
            });
  }
}
