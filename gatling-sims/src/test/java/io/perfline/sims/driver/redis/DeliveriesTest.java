package io.perfline.sims.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.RequestListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;

/** Two channels with two subscribers each, batches of two. */
class DeliveriesTest {

  private static final long FIRST = 1L << RequestListener.SLOT_BITS;
  private static final long SECOND = 2L << RequestListener.SLOT_BITS;

  private final List<String> outcomes = new ArrayList<>();
  private final AtomicLongArray missing = new AtomicLongArray(4);
  private final Deliveries deliveries =
      new Deliveries(
          new RequestListener() {
            @Override
            public void succeeded(long request, int messages, long bytes) {
              outcomes.add("%d: %d messages".formatted(request >> SLOT_BITS, messages));
            }

            @Override
            public void failed(long request, String kind) {
              outcomes.add("%d: %s".formatted(request >> SLOT_BITS, kind));
            }
          },
          missing,
          2,
          1,
          2,
          200);

  @Test
  void completesWhenTheLastSubscriberHasTheLastMessage() {
    deliveries.begin(FIRST, 1);
    deliver(FIRST, 0, 2);
    deliveries.published(FIRST, 4);
    deliver(FIRST, 1, 1);
    assertThat(outcomes).isEmpty();

    deliver(FIRST, 1, 1);

    assertThat(outcomes).containsExactly("1: 2 messages");
    assertThat(missing).hasToString("[0, 0, 0, 0]");
  }

  @Test
  void mayCompleteBeforeRedisAcknowledgesTheMessage() {
    deliveries.begin(FIRST, 0);
    deliver(FIRST, 0, 2);
    deliver(FIRST, 1, 2);
    deliveries.published(FIRST, 4);

    assertThat(outcomes).containsExactly("1: 2 messages");
  }

  @Test
  void countsMessagesThatADisconnectedSubscriberMissed() {
    deliveries.begin(FIRST, 1);
    deliveries.published(FIRST, 2);
    deliver(FIRST, 0, 1);
    assertThat(outcomes).isEmpty();

    deliver(FIRST, 0, 1);

    assertThat(outcomes).containsExactly("1: undelivered");
    assertThat(missing).hasToString("[0, 0, 0, 2]");
  }

  @Test
  void reportsMissingSubscribersAtOnce() {
    deliveries.begin(FIRST, 0);
    deliveries.published(FIRST, 0);

    assertThat(outcomes).containsExactly("1: undelivered");
    assertThat(missing).hasToString("[2, 2, 0, 0]");
  }

  @Test
  void aMessageAfterTheTimeoutIsCountedAsUndelivered() {
    deliveries.begin(FIRST, 0);
    deliveries.published(FIRST, 4);
    deliver(FIRST, 0, 2);
    deliver(FIRST, 1, 1);

    deliveries.begin(SECOND, 0);
    deliver(FIRST, 1, 1);

    assertThat(outcomes).isEmpty();
    assertThat(missing).hasToString("[0, 1, 0, 0]");
  }

  @Test
  void aMessageThatRedisRefusedIsNotExpected() {
    deliveries.begin(FIRST, 0);
    deliver(FIRST, 0, 1);
    deliveries.failed(FIRST, "JedisConnectionException");
    deliveries.end();

    assertThat(outcomes).containsExactly("1: JedisConnectionException");
    assertThat(missing).hasToString("[0, 0, 0, 0]");
  }

  @Test
  void messagesStillUnderWayAtTheEndAreUndelivered() {
    deliveries.begin(FIRST, 1);
    deliveries.published(FIRST, 4);
    deliver(FIRST, 1, 2);
    deliveries.end();

    assertThat(missing).hasToString("[0, 0, 2, 0]");
  }

  private void deliver(long request, int subscriber, int messages) {
    for (int i = 0; i < messages; i++) {
      deliveries.delivered(request, subscriber);
    }
  }
}
