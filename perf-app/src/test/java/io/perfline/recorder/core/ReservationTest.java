package io.perfline.recorder.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationTest {

  private final QueueBudget queue = new QueueBudget(2, 1000);

  @Test
  void isGivenBackOnceHoweverOftenItIsClosed() {
    Reservation other = queue.tryReserve(100).orElseThrow();
    Reservation room = queue.tryReserve(900).orElseThrow();

    room.close();
    room.close();

    assertThat(queue.messages()).isEqualTo(1);
    assertThat(queue.bytes()).isEqualTo(100);
    other.close();
    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void isGivenBackOnceWhenManyThreadsCloseIt() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      Reservation room = queue.tryReserve(1000).orElseThrow();
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 3; t++) {
        threads.add(new Thread(room::close));
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
  void keepsTheMessageWithoutTheBytesThatWereSplitOff() {
    Reservation room = queue.tryReserve(900).orElseThrow();
    Reservation message = room.split(1, 200);

    room.close();

    assertThat(queue.messages()).isEqualTo(1);
    assertThat(queue.bytes()).isEqualTo(200);
    message.close();
    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void givesAwayNoMoreThanItHolds() {
    Reservation room = queue.tryReserve(900).orElseThrow();

    assertThatThrownBy(() -> room.split(2, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> room.split(0, 901)).isInstanceOf(IllegalStateException.class);
    room.close();
    assertThatThrownBy(() -> room.split(0, 1)).isInstanceOf(IllegalStateException.class);

    assertThat(queue.messages()).isZero();
    assertThat(queue.bytes()).isZero();
  }

  @Test
  void ofBytesAloneIsGivenBackToItsOwnBudget() {
    ByteBudget budget = new ByteBudget(1000);
    Reservation room = budget.tryReserve(1000).orElseThrow();

    assertThat(budget.tryReserve(1)).isEmpty();
    room.close();

    assertThat(budget.tryReserve(1000)).isPresent();
  }
}
