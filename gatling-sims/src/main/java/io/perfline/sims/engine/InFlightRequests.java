package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestListener;
import java.util.concurrent.locks.LockSupport;

/**
 * The books of a connection, or of all that a thread drives: which requests are in flight, and what
 * became of the others. Every request holds a slot from its begin to its outcome; its number is the
 * slot and a generation, so that an answer after the timeout is not taken for that of the slot's
 * next request. One lock, held for nanoseconds, guards it all; nothing is allocated a request.
 *
 * <p>What counts are the requests whose intended send time lies in the measured stretch, however
 * late their answer: leaving out those that come back after it would hide the slowest.
 */
final class InFlightRequests implements RequestListener {

  /** No slot is free. */
  static final long NONE = 0;

  /** The measured stretch is over: nothing more is to be sent. */
  static final long OVER = -1;

  /** The error kind of requests that got no answer in time. */
  static final String TIMEOUT = "timeout";

  /** The error kind of requests that an open model intended and never got out. */
  static final String UNSENT = "unsent";

  private static final long GENERATION = 1L << SLOT_BITS;

  private final Ticker ticker;
  private MeasuredPeriod period;
  private final long[] intended;
  private final long[] sent;
  private final long[] thought;
  private final long[] numbers;
  private final int[] free;
  private final Tally tally;
  private int freeSlots;
  private long generation = GENERATION;
  private Thread waiting;
  private long sentInSpan;
  private long acknowledged;
  private long uncounted;
  private long uncountedNanos;
  private volatile long failures;
  private long lastSuccess;

  InFlightRequests(Ticker ticker, int slots, boolean open) {
    this(ticker, slots, new Tally(open));
  }

  /**
   * @param tally where what comes back is counted, whose lock guards all this
   */
  InFlightRequests(Ticker ticker, int slots, Tally tally) {
    this.ticker = ticker;
    this.tally = tally;
    intended = new long[slots];
    sent = new long[slots];
    thought = new long[slots];
    numbers = new long[slots];
    free = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      free[freeSlots++] = slots - 1 - slot;
    }
  }

  /** Where what comes back is counted. */
  Tally tally() {
    return tally;
  }

  /** Says what counts; before the first request that does. */
  void plan(MeasuredPeriod stretch) {
    synchronized (tally) {
      period = stretch;
      lastSuccess = stretch.from();
    }
  }

  /** Begins a request of the closed model: intended now. */
  long begin() {
    long now = ticker.nanos();
    return now >= period.until() ? OVER : begin(now, now);
  }

  /**
   * Begins a request that should have gone out at {@code due}, by who knows already that it is
   * {@code now}: the clock is half of what this costs.
   */
  long begin(long due, long now) {
    synchronized (tally) {
      if (freeSlots == 0) {
        return NONE;
      }
      int slot = free[--freeSlots];
      generation += GENERATION;
      long number = generation | slot;
      intended[slot] = due;
      sent[slot] = now;
      thought[slot] = 0;
      numbers[slot] = number;
      if (period.holds(due) && now < period.until()) {
        sentInSpan++;
      }
      return number;
    }
  }

  @Override
  public void succeeded(long request, int messages, long bytes) {
    long now = ticker.nanos();
    Thread wake;
    synchronized (tally) {
      int slot = RequestListener.slot(request);
      if (numbers[slot] != request) {
        return;
      }
      acknowledged += messages;
      if (period.holds(intended[slot])) {
        tally
            .current()
            .success(
                now - intended[slot] - thought[slot],
                now - sent[slot] - thought[slot],
                messages,
                bytes);
        lastSuccess = now;
      } else {
        uncounted++;
        uncountedNanos += now - intended[slot] - thought[slot];
      }
      wake = release(slot);
    }
    LockSupport.unpark(wake);
  }

  @Override
  public void failed(long request, String kind) {
    Thread wake;
    synchronized (tally) {
      int slot = RequestListener.slot(request);
      if (numbers[slot] != request) {
        return;
      }
      wake = fail(slot, kind);
    }
    LockSupport.unpark(wake);
  }

  @Override
  public void partEnded(long request, int part, long nanos, String failure) {
    long now = ticker.nanos();
    synchronized (tally) {
      int slot = RequestListener.slot(request);
      if (numbers[slot] != request || !period.holds(intended[slot])) {
        return;
      }
      if (failure != null) {
        tally.part(part).error(failure, 1);
      } else {
        long response = part == 0 ? now - intended[slot] - thought[slot] : nanos;
        tally.part(part).success(response, nanos, 1, 0);
      }
    }
  }

  @Override
  public void thinks(long request, long nanos) {
    synchronized (tally) {
      int slot = RequestListener.slot(request);
      if (numbers[slot] == request) {
        thought[slot] += nanos;
      }
    }
  }

  /** Counts what has been in flight since before {@code oldest} as unanswered. */
  void expire(long oldest) {
    Thread wake = null;
    synchronized (tally) {
      for (int slot = 0; slot < numbers.length; slot++) {
        if (numbers[slot] != NONE && sent[slot] + thought[slot] - oldest < 0) {
          Thread woken = fail(slot, TIMEOUT);
          wake = woken == null ? wake : woken;
        }
      }
    }
    LockSupport.unpark(wake);
  }

  /** Counts requests that were due and never went out. */
  void unsent(long count) {
    synchronized (tally) {
      if (count > 0) {
        tally.current().error(UNSENT, count);
      }
    }
  }

  /**
   * Waits until a slot may be free; only the sender does. Somebody has to {@link #expire} what
   * never comes back: without a timer of its own a wait costs half.
   */
  void awaitSlot() {
    if (willBeWoken()) {
      ticker.park();
    }
  }

  /** The same, until {@code deadline} at the latest. */
  void awaitSlot(long deadline) {
    if (willBeWoken()) {
      ticker.parkUntil(deadline);
    }
  }

  /** False when a slot is free. */
  private boolean willBeWoken() {
    synchronized (tally) {
      if (freeSlots > 0) {
        return false;
      }
      waiting = Thread.currentThread();
      return true;
    }
  }

  /** Tells what came back since the last call and doesn't count. */
  void tellUncounted(WarmUp warmUp) {
    synchronized (tally) {
      warmUp.saw(uncounted, uncountedNanos);
      uncounted = 0;
      uncountedNanos = 0;
    }
  }

  boolean idle() {
    synchronized (tally) {
      return freeSlots == free.length;
    }
  }

  /** Requests of the measured stretch that went out within it. */
  long sentInSpan() {
    synchronized (tally) {
      return sentInSpan;
    }
  }

  /** Messages acknowledged since the connection was opened, warm-up included. */
  long acknowledged() {
    synchronized (tally) {
      return acknowledged;
    }
  }

  /** Failures since the connection was opened, warm-up included; read without the lock. */
  long failuresSeen() {
    return failures;
  }

  /** When the last request that counts came back; the start of the stretch when none did. */
  long lastSuccess() {
    synchronized (tally) {
      return lastSuccess;
    }
  }

  private Thread fail(int slot, String kind) {
    synchronized (tally) {
      failures++;
      if (period.holds(intended[slot])) {
        tally.current().error(kind, 1);
      }
      return release(slot);
    }
  }

  private Thread release(int slot) {
    numbers[slot] = NONE;
    free[freeSlots++] = slot;
    Thread wake = waiting;
    waiting = null;
    return wake;
  }
}
