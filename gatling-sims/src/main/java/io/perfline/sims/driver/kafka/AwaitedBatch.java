package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.RequestListener;
import java.util.BitSet;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * A batch on its way through the recorder. It has come back when the recorder has acknowledged the
 * last of its messages, each counted once however often it is told; it failed when one could not be
 * written.
 */
final class AwaitedBatch implements Callback {
  private final RequestListener listener;
  private final int messages;
  private final long bytes;
  private final BitSet awaited;
  private long request;
  private int pending;

  /**
   * @param messages in each batch
   * @param bytes of data in each batch
   */
  AwaitedBatch(RequestListener listener, int messages, long bytes) {
    this.listener = listener;
    this.messages = messages;
    this.bytes = bytes;
    awaited = new BitSet(messages);
  }

  /** Takes the slot's next request; what is still to come for the one before is of no interest. */
  synchronized void begin(long number) {
    request = number;
    pending = messages;
    awaited.set(0, messages);
  }

  /** The recorder has stored a message of request {@code number}. */
  synchronized void acknowledged(long number, int message) {
    if (number == request && awaited.get(message)) {
      awaited.clear(message);
      pending--;
      if (pending == 0) {
        request = 0;
        listener.succeeded(number, messages, bytes);
      }
    }
  }

  /** A message of request {@code number} could not be written. */
  synchronized void failed(long number, String kind) {
    if (number == request && number != 0) {
      request = 0;
      listener.failed(number, kind);
    }
  }

  /** A record of some batch of this slot was written, or not; a late one may be of an older one. */
  @Override
  public synchronized void onCompletion(RecordMetadata metadata, Exception failure) {
    if (failure != null) {
      failed(request, failure.getClass().getSimpleName());
    }
  }

  /** Whether it has failed, or come back already. */
  synchronized boolean over(long number) {
    return number != request;
  }
}
