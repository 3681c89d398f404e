package io.perfline.sims.driver.redis;

import io.perfline.sims.driver.RequestListener;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the subscribers of one publisher's channels still have to be delivered. A request that is
 * given up, or had fewer receivers than there are subscribers, leaves what is missing in the
 * totals, by subscriber.
 */
final class Deliveries {

  /** The error kind of a request of which a subscriber missed something. */
  static final String UNDELIVERED = "undelivered";

  private final RequestListener listener;
  private final AtomicLongArray missing;
  private final int subscribers;
  private final int batchSize;
  private final long batchBytes;
  private final Slot[] slots;

  /**
   * @param missing deliveries, in all, of each subscriber of the first channel, then of the second
   *     …
   * @param subscribers of each channel
   */
  Deliveries(
      RequestListener listener,
      AtomicLongArray missing,
      int subscribers,
      int inFlight,
      int batchSize,
      long batchBytes) {
    this.listener = listener;
    this.missing = missing;
    this.subscribers = subscribers;
    this.batchSize = batchSize;
    this.batchBytes = batchBytes;
    slots = new Slot[inFlight];
    for (int slot = 0; slot < inFlight; slot++) {
      slots[slot] = new Slot(subscribers);
    }
  }

  /** Each subscriber of {@code channel} is to have the whole batch from now on. */
  void begin(long request, int channel) {
    slots[RequestListener.slot(request)].begin(request, channel);
  }

  /**
   * Redis has taken the batch.
   *
   * @param receivers of all its messages, together
   */
  void published(long request, long receivers) {
    long missed = (long) batchSize * subscribers - receivers;
    if (slots[RequestListener.slot(request)].published(request, missed)) {
      listener.failed(request, UNDELIVERED);
    }
  }

  /** Redis has not taken the batch, or hasn't said so: nobody is owed it. */
  void failed(long request, String kind) {
    slots[RequestListener.slot(request)].drop(request);
    listener.failed(request, kind);
  }

  /** A subscriber of the request's channel has one more of its messages. */
  void delivered(long request, int subscriber) {
    Boolean whole = slots[RequestListener.slot(request)].delivered(request, subscriber);
    if (whole == null) {
      return;
    }
    if (whole) {
      listener.succeeded(request, batchSize, batchBytes);
    } else {
      listener.failed(request, UNDELIVERED);
    }
  }

  /** What is not there now is missing. */
  void end() {
    for (Slot slot : slots) {
      slot.end();
    }
  }

  /** One request in flight. */
  private final class Slot {
    private final int[] left;
    private long request;
    private int channel;
    private long open;
    private long missed;
    private boolean published;

    Slot(int subscribers) {
      left = new int[subscribers];
    }

    /** The engine has given up what was here before, if it is still here. */
    synchronized void begin(long number, int to) {
      end();
      request = number;
      channel = to;
      missed = 0;
      published = false;
      open = (long) batchSize * subscribers;
      Arrays.fill(left, batchSize);
    }

    /** Whether all has come that will, and something is missing. */
    synchronized boolean published(long number, long without) {
      if (request != number) {
        return false;
      }
      published = true;
      missed = without;
      if (missed == 0 || open > missed) {
        return false;
      }
      end();
      return true;
    }

    synchronized void drop(long number) {
      if (request == number) {
        request = 0;
      }
    }

    /** Null while more is to come, then whether it was all. */
    synchronized Boolean delivered(long number, int subscriber) {
      if (request != number) {
        return null;
      }
      left[subscriber]--;
      open--;
      if (open > missed) {
        return null;
      }
      boolean whole = open == 0;
      end();
      return whole;
    }

    synchronized void end() {
      if (request != 0 && published) {
        for (int subscriber = 0; subscriber < subscribers; subscriber++) {
          missing.addAndGet(channel * subscribers + subscriber, left[subscriber]);
        }
      }
      request = 0;
    }
  }
}
