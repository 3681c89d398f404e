package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestListener;
import java.util.ArrayList;
import java.util.List;
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
  private MeasuredPeriod span;
  private final long[] intended;
  private final long[] sent;
  private final long[] thought;
  private final long[] numbers;
  private final int[] free;
  private final boolean open;
  private final List<CountedInterval> parts = new ArrayList<>();
  private int freeSlots;
  private long generation = GENERATION;
  private Thread waiting;
  private CountedInterval current;
  private CountedInterval spare;
  private long sentInSpan;
  private long acknowledged;
  private long uncounted;
  private long uncountedNanos;
  private volatile long failures;
  private long lastSuccess;

  InFlightRequests(Ticker ticker, int slots, boolean open) {
    this.ticker = ticker;
    intended = new long[slots];
    sent = new long[slots];
    thought = new long[slots];
    numbers = new long[slots];
    this.open = open;
    free = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      free[freeSlots++] = slots - 1 - slot;
    }
    current = new CountedInterval(open);
    spare = new CountedInterval(open);
  }

  /** Says what counts; before the first request that does. */
  synchronized void plan(MeasuredPeriod stretch) {
    span = stretch;
    lastSuccess = stretch.from();
  }

  /** Begins a request of the closed model: intended now. */
  long begin() {
    long now = ticker.nanos();
    return now >= span.until() ? OVER : begin(now, now);
  }

  /** Begins a request that should have gone out at {@code due}. */
  long begin(long due) {
    return begin(due, ticker.nanos());
  }

  /**
   * The same, by who knows already that it is {@code now}: the clock is half of what this costs.
   */
  synchronized long begin(long due, long now) {
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
    if (span.holds(due) && now < span.until()) {
      sentInSpan++;
    }
    return number;
  }

  @Override
  public void succeeded(long request, int messages, long bytes) {
    long now = ticker.nanos();
    Thread wake;
    synchronized (this) {
      int slot = RequestListener.slot(request);
      if (numbers[slot] != request) {
        return;
      }
      acknowledged += messages;
      if (span.holds(intended[slot])) {
        current.success(
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
    synchronized (this) {
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
    synchronized (this) {
      int slot = RequestListener.slot(request);
      if (numbers[slot] != request || !span.holds(intended[slot])) {
        return;
      }
      while (parts.size() <= part) {
        parts.add(new CountedInterval(open));
      }
      if (failure != null) {
        parts.get(part).error(failure, 1);
      } else {
        long response = part == 0 ? now - intended[slot] - thought[slot] : nanos;
        parts.get(part).success(response, nanos, 1, 0);
      }
    }
  }

  @Override
  public synchronized void thinks(long request, long nanos) {
    int slot = RequestListener.slot(request);
    if (numbers[slot] == request) {
      thought[slot] += nanos;
    }
  }

  /** What came back of each part of a request, in the measured stretch; behind the load. */
  synchronized List<CountedInterval> parts() {
    return parts;
  }

  /** Counts what has been in flight since before {@code oldest} as unanswered. */
  void expire(long oldest) {
    Thread wake = null;
    synchronized (this) {
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
  synchronized void unsent(long count) {
    if (count > 0) {
      current.error(UNSENT, count);
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
  private synchronized boolean willBeWoken() {
    if (freeSlots > 0) {
      return false;
    }
    waiting = Thread.currentThread();
    return true;
  }

  /**
   * Takes what came back since the last call. The caller must be done with it before the next call.
   */
  synchronized CountedInterval take() {
    CountedInterval full = current;
    spare.clear();
    current = spare;
    spare = full;
    return full;
  }

  /** Tells what came back since the last call and doesn't count. */
  synchronized void tellUncounted(WarmUp warmUp) {
    warmUp.saw(uncounted, uncountedNanos);
    uncounted = 0;
    uncountedNanos = 0;
  }

  synchronized boolean idle() {
    return freeSlots == free.length;
  }

  /** Requests of the measured stretch that went out within it. */
  synchronized long sentInSpan() {
    return sentInSpan;
  }

  /** Messages acknowledged since the connection was opened, warm-up included. */
  synchronized long acknowledged() {
    return acknowledged;
  }

  /** Failures since the connection was opened, warm-up included; read without the lock. */
  long failuresSeen() {
    return failures;
  }

  /** When the last request that counts came back; the start of the stretch when none did. */
  synchronized long lastSuccess() {
    return lastSuccess;
  }

  private synchronized Thread fail(int slot, String kind) {
    failures++;
    if (span.holds(intended[slot])) {
      current.error(kind, 1);
    }
    return release(slot);
  }

  private Thread release(int slot) {
    numbers[slot] = NONE;
    free[freeSlots++] = slot;
    Thread wake = waiting;
    waiting = null;
    return wake;
  }
}
