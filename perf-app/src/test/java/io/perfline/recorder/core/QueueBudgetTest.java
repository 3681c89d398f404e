package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class QueueBudgetTest {

  @Test
  void limitsMessages() {
    QueueBudget queue = new QueueBudget(2, 1000);

    Reservation first = queue.tryReserve(1).orElseThrow();
    assertThat(queue.tryReserve(1)).isPresent();
    assertThat(queue.tryReserve(1)).isEmpty();
    first.close();
    assertThat(queue.tryReserve(1)).isPresent();
    assertThat(queue.messages()).isEqualTo(2);
  }

  @Test
  void limitsBytes() {
    QueueBudget queue = new QueueBudget(100, 1000);

    assertThat(queue.tryReserve(1001)).isEmpty();
    assertThat(queue.tryReserve(600)).isPresent();
    assertThat(queue.tryReserve(401)).isEmpty();
    assertThat(queue.tryReserve(400)).isPresent();
    assertThat(queue.bytes()).isEqualTo(1000);
  }

  @Test
  void neitherExceedsItsLimitNorLosesSpaceWithManyThreads() throws InterruptedException {
    QueueBudget queue = new QueueBudget(50, 100_000);
    AtomicBoolean exceeded = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  long bytes = random.nextInt(5000);
                  Reservation reservation = queue.tryReserve(bytes).orElse(Reservation.NONE);
                  if (reservation != Reservation.NONE) {
                    // Up to four other threads may have exceeded the limit for a moment before they
                    // give up.
                    if (queue.messages() > 54 || queue.bytes() > 120_000) {
                      exceeded.set(true);
                    }
                    reservation.close();
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(exceeded).isFalse();
    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }
}
