package io.perfline.sims.driver.redis;

import io.perfline.sims.driver.RequestListener;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tracks the deliveries to the subscribers of one publisher's channels. A request that was
 * abandoned, or whose messages had fewer receivers than there are subscribers, adds its missing
 * deliveries to the totals by subscriber.
 */
final class Deliveries {

  /** The error kind of a request whose messages did not reach every subscriber. */
  static final String UNDELIVERED = "undelivered";

  private final RequestListener listener;
  private final AtomicLongArray missing;
  private final int subscribers;
  private final int batchSize;
  private final long batchBytes;
  private final Slot[] slots;

  /**
   * @param missing the totals by subscriber: those of the first channel, then those of the second,
   *     and so on
   * @param subscribers the number of subscribers per channel
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

  /** Expects the whole batch at each subscriber of {@code channel} from now on. */
  void begin(long request, int channel) {
    slots[RequestListener.slot(request)].begin(request, channel);
  }

  /**
   * Called when Redis has accepted the batch.
   *
   * @param receivers the sum of the receivers of its messages
   */
  void published(long request, long receivers) {
    long missed = (long) batchSize * subscribers - receivers;
    if (slots[RequestListener.slot(request)].published(request, missed)) {
      listener.failed(request, UNDELIVERED);
    }
  }

  /** Called when Redis has not confirmed the batch, so that no delivery is expected. */
  void failed(long request, String kind) {
    slots[RequestListener.slot(request)].drop(request);
    listener.failed(request, kind);
  }

  /** Called when a subscriber of the request's channel has received one of its messages. */
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

  /** Counts all deliveries that are still expected as missing. */
  void end() {
    for (Slot slot : slots) {
      slot.end();
    }
  }

  /** A request in flight. */
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

    /** Starts a request; the engine has abandoned the slot's previous one. */
    synchronized void begin(long number, int to) {
      end();
      request = number;
      channel = to;
      missed = 0;
      published = false;
      open = (long) batchSize * subscribers;
      Arrays.fill(left, batchSize);
    }

    /**
     * Records that the batch was published; returns true if no more deliveries are expected
     * although some are missing.
     */
    synchronized boolean published(long number, long undelivered) {
      if (request != number) {
        return false;
      }
      published = true;
      missed = undelivered;
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

    /**
     * Records a delivery; returns null while more deliveries are expected, and then whether all of
     * them have arrived.
     */
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
