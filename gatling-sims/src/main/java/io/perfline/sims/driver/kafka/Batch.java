package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.RequestListener;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * A batch on its way: one callback for all its messages. It has come back when the last has; it
 * failed when one did.
 */
final class Batch implements Callback {

  private final RequestListener listener;
  private final long bytes;

  /** Null where nobody asks for them. */
  private final AcknowledgedOffsets acknowledged;

  private final AtomicInteger pending = new AtomicInteger();
  private int messages;
  private long request;
  private volatile String failure;

  Batch(RequestListener listener, long bytes, AcknowledgedOffsets acknowledged) {
    this.listener = listener;
    this.bytes = bytes;
    this.acknowledged = acknowledged;
  }

  void begin(long number, int count) {
    request = number;
    messages = count;
    failure = null;
    pending.set(count);
  }

  /** Whether answers are still to come. */
  boolean pending() {
    return pending.get() > 0;
  }

  /** Whether a message of it has failed so far. */
  boolean hasFailed() {
    return failure != null;
  }

  String failure() {
    return failure;
  }

  /** {@code count} messages were not even handed over. */
  void failed(String kind, int count) {
    failure = kind;
    finished(count);
  }

  @Override
  public void onCompletion(RecordMetadata metadata, Exception failed) {
    if (failed != null) {
      failure = failed.getClass().getSimpleName();
    } else if (acknowledged != null) {
      acknowledged.add(metadata);
    }
    finished(1);
  }

  private void finished(int count) {
    // Read first: at zero, the sender may begin the slot's next batch at once.
    long number = request;
    int all = messages;
    String why = failure;
    if (count > 0 && pending.addAndGet(-count) == 0) {
      if (why == null) {
        listener.succeeded(number, all, bytes);
      } else {
        listener.failed(number, why);
      }
    }
  }
}
