package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationTest {

  private final QueueBudget queue = new QueueBudget(2, 1000);

  @Test
  void isReleasedOnceHoweverOftenItIsClosed() {
    Reservation other = queue.tryReserve(100).orElseThrow();
    Reservation reservation = queue.tryReserve(900).orElseThrow();

    reservation.close();
    reservation.close();

    assertThat(queue.messages()).isEqualTo(1);
    assertThat(queue.bytes()).isEqualTo(100);
    other.close();
    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void isReleasedOnceIfManyThreadsCloseIt() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      Reservation reservation = queue.tryReserve(1000).orElseThrow();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        threads.add(new Thread(reservation::close));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(queue.messages()).isZero();
      assertThat(queue.bytes()).isZero();
    }
  }

  @Test
  void keepsItsMessageAfterItsBytesWereSplitOff() {
    Reservation reservation = queue.tryReserve(900).orElseThrow();
    Reservation message = reservation.split(1, 200);

    reservation.close();

    assertThat(queue.messages()).isEqualTo(1);
    assertThat(queue.bytes()).isEqualTo(200);
    message.close();
    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void doesNotSplitOffMoreThanItHas() {
    Reservation reservation = queue.tryReserve(900).orElseThrow();

    assertThatThrownBy(() -> reservation.split(2, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> reservation.split(0, 901)).isInstanceOf(IllegalStateException.class);
    reservation.close();
    assertThatThrownBy(() -> reservation.split(0, 1)).isInstanceOf(IllegalStateException.class);

    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void splitBytesAreReturnedToTheirOwnBudget() {
    ByteBudget budget = new ByteBudget(1000);
    Reservation reservation = budget.tryReserve(1000).orElseThrow();

    assertThat(budget.tryReserve(1)).isEmpty();
    reservation.close();

    assertThat(budget.tryReserve(1000)).isPresent();
  }
}
