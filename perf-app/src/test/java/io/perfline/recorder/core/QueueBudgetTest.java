package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class QueueBudgetTest {

  @Test
  void isBoundedByMessages() {
    QueueBudget admission = new QueueBudget(2, 1000);

    assertThat(admission.tryTake(1)).isTrue();
    assertThat(admission.tryTake(1)).isTrue();
    assertThat(admission.tryTake(1)).isFalse();
    admission.giveBack(1);
    assertThat(admission.tryTake(1)).isTrue();
    assertThat(admission.messages()).isEqualTo(2);
  }

  @Test
  void isBoundedByBytes() {
    QueueBudget admission = new QueueBudget(100, 1000);

    assertThat(admission.tryTake(1001)).isFalse();
    assertThat(admission.tryTake(600)).isTrue();
    assertThat(admission.tryTake(401)).isFalse();
    assertThat(admission.tryTake(400)).isTrue();
    assertThat(admission.bytes()).isEqualTo(1000);
  }

  @Test
  void keepsThePlaceOfWhatShrinks() {
    QueueBudget admission = new QueueBudget(1, 1000);

    assertThat(admission.tryTake(900)).isTrue();
    admission.shrink(800);
    assertThat(admission.bytes()).isEqualTo(100);
    assertThat(admission.tryTake(1)).isFalse();
    admission.giveBack(100);
    assertThat(admission.tryTake(1000)).isTrue();
  }

  @Test
  void neverLetsInMoreAndLosesNothingWithManyThreads() throws InterruptedException {
    QueueBudget admission = new QueueBudget(50, 100_000);
    AtomicBoolean exceeded = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  long bytes = random.nextInt(5000);
                  if (admission.tryTake(bytes)) {
                    // Others may be on their way to being turned away, four at most.
                    if (admission.messages() > 54 || admission.bytes() > 120_000) {
                      exceeded.set(true);
                    }
                    admission.giveBack(bytes);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(exceeded).isFalse();
    assertThat(admission.messages()).isZero();
    assertThat(admission.bytes()).isZero();
  }
}
