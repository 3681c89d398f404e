package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestListener;
import java.util.concurrent.locks.LockSupport;

/**
 * Tracks the in-flight requests of one connection, or of all connections of one sender thread, and
 * records their results. Every request occupies a slot until it ends. Its number combines the slot
 * and a generation, so a response after the timeout is not mistaken for that of the slot's next
 * request. One lock guards all fields, each time for nanoseconds; nothing is allocated per request.
 *
 * <p>A request counts if its intended send time is in the measured period, however late its
 * response: leaving out responses after the period would hide the slowest ones. In the closed
 * model, a request that was sent before the period also counts if it lasts until the period's end
 * or its timeout. Its connection sends no other request in the meantime, so without it a service
 * that hangs would have no results.
 */
final class InFlightRequests implements RequestListener {

  /** The number of a request that cannot begin because no slot is free. */
  static final long NONE = 0;

  /** The number of a request that cannot begin because the measured period is over. */
  static final long OVER = -1;

  /** The error kind of requests without a response within the timeout. */
  static final String TIMEOUT = "timeout";

  /** The error kind of requests of an open model that were due and never sent. */
  static final String UNSENT = "unsent";

  private static final long GENERATION = 1L << SLOT_BITS;

  private final Ticker ticker;
  private MeasuredPeriod period;
  private final long[] intended;
  private final long[] sent;
  private final long[] thought;
  private final boolean[] hasParts;
  private final long[] numbers;
  private final int[] free;
  private final boolean open;
  private final Tally tally;
  private int freeSlots;
  private long generation = GENERATION;
  private Thread waiting;
  private long sentInPeriod;
  private long waitedInPeriod;
  private long acknowledged;
  private long uncounted;
  private long uncountedNanos;
  private long answered;
  private volatile long failures;
  private long lastSuccess;
  private long lastDue;

  InFlightRequests(Ticker ticker, int slots, boolean open) {
    this(ticker, slots, open, new Tally(open));
  }

  /**
   * @param tally counts the results; its lock guards all fields of this object
   */
  InFlightRequests(Ticker ticker, int slots, boolean open, Tally tally) {
    this.open = open;
    this.ticker = ticker;
    this.tally = tally;
    intended = new long[slots];
    sent = new long[slots];
    thought = new long[slots];
    hasParts = new boolean[slots];
    numbers = new long[slots];
    free = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      free[freeSlots++] = slots - 1 - slot;
    }
  }

  Tally tally() {
    return tally;
  }

  /** Sets the measured period; called before its first request. */
  void plan(MeasuredPeriod next) {
    synchronized (tally) {
      period = next;
      lastSuccess = next.from();
      lastDue = next.from();
      sentInPeriod = 0;
      waitedInPeriod = 0;
    }
  }

  /** Starts a request of the closed model, which is due now. */
  long begin() {
    long now = ticker.nanos();
    return now >= period.until() ? OVER : begin(now, now);
  }

  /**
   * Starts a request that was due at {@code due}. Takes {@code now} from the caller because reading
   * the clock is half of this method's cost.
   */
  long begin(long due, long now) {
    return begin(due, now, now);
  }

  /** Starts a request that was due earlier and had to wait for the response to another one. */
  long beginAfterAnother(long due, long now) {
    return begin(due, now, due);
  }

  /**
   * @param inTime the time at which the generator was ready to send it
   */
  private long begin(long due, long now, long inTime) {
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
      hasParts[slot] = false;
      numbers[slot] = number;
      if (period.contains(due) && inTime < period.until()) {
        sentInPeriod++;
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
      answered++;
      if (open && period.contains(now)) {
        tally.current.received(messages, bytes);
      }
      if (counts(slot, now, null)) {
        tally.current.success(
            now - intended[slot] - thought[slot],
            now - sent[slot] - thought[slot],
            messages,
            bytes);
        lastSuccess = now;
        lastDue = Math.max(lastDue, intended[slot]);
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
      if (numbers[slot] != request) {
        return;
      }
      if (open && failure == null && period.contains(now)) {
        tally.current.part(part).received(1, 0);
      }
      if (!counts(slot, now, failure)) {
        return;
      }
      if (failure != null) {
        tally.current.part(part).error(failure, 1);
      } else {
        long response = hasParts[slot] ? nanos : now - intended[slot] - thought[slot];
        tally.current.part(part).success(response, nanos, 1, 0);
      }
      hasParts[slot] = true;
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

  /** Counts requests that were sent before {@code oldest} as unanswered. */
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

  /** Counts a request that was due while all connections were busy. */
  void waited(long due) {
    synchronized (tally) {
      waitedInPeriod += period.contains(due) ? 1 : 0;
    }
  }

  /** Returns the number of requests of the measured period that found no free connection. */
  long waitedInPeriod() {
    synchronized (tally) {
      return waitedInPeriod;
    }
  }

  /** Counts requests that were due and never sent. */
  void unsent(long count) {
    synchronized (tally) {
      if (count > 0) {
        tally.current.error(UNSENT, count);
        lastDue = period.until();
      }
    }
  }

  /**
   * Waits until a slot may be free. Only the sender calls it. Another thread has to call {@link
   * #expire} for requests that are never answered: a wait without a timer costs half.
   */
  void awaitSlot() {
    if (willBeWoken()) {
      ticker.park();
    }
  }

  /** Waits until a slot may be free, or until {@code deadline}. */
  void awaitSlot(long deadline) {
    if (willBeWoken()) {
      ticker.parkUntil(deadline);
    }
  }

  /** Returns false if a slot is free. */
  private boolean willBeWoken() {
    synchronized (tally) {
      if (freeSlots > 0) {
        return false;
      }
      waiting = Thread.currentThread();
      return true;
    }
  }

  /** Moves the uncounted results since the last call to the warm-up. */
  void moveUncountedTo(WarmUp warmUp) {
    synchronized (tally) {
      warmUp.add(uncounted, uncountedNanos);
      uncounted = 0;
      uncountedNanos = 0;
    }
  }

  boolean idle() {
    synchronized (tally) {
      return freeSlots == free.length;
    }
  }

  /** Returns the number of requests of the measured period that were sent within it. */
  long sentInPeriod() {
    synchronized (tally) {
      return sentInPeriod;
    }
  }

  /** Returns the messages acknowledged since the connection was opened, warm-up included. */
  long acknowledged() {
    synchronized (tally) {
      return acknowledged;
    }
  }

  /** Returns the requests answered without error since the connection was opened. */
  long answered() {
    synchronized (tally) {
      return answered;
    }
  }

  /** Returns the number of failures since the connection was opened, read without the lock. */
  long failures() {
    return failures;
  }

  /** Returns the time of the last counted success; the start of the period if there was none. */
  long lastSuccess() {
    synchronized (tally) {
      return lastSuccess;
    }
  }

  /** Returns the due time of the last counted request; without one, the start of the period. */
  long lastDue() {
    synchronized (tally) {
      return lastDue;
    }
  }

  private Thread fail(int slot, String kind) {
    synchronized (tally) {
      failures++;
      if (counts(slot, ticker.nanos(), kind)) {
        tally.current.error(kind, 1);
        lastDue = Math.max(lastDue, intended[slot]);
      }
      return release(slot);
    }
  }

  /**
   * Returns whether a result belongs to the measured period.
   *
   * @param failure null for a success
   */
  private boolean counts(int slot, long now, String failure) {
    if (open || intended[slot] - period.from() >= 0) {
      return period.contains(intended[slot]);
    }
    long end = TIMEOUT.equals(failure) ? period.from() : period.until();
    return now - end >= 0;
  }

  private Thread release(int slot) {
    numbers[slot] = NONE;
    free[freeSlots++] = slot;
    Thread wake = waiting;
    waiting = null;
    return wake;
  }

  /**
   * Counts the results of one connection, or of several: histograms are large, and there may be
   * thousands of connections. Its lock guards {@link #current}.
   */
  static final class Tally {

    private CountedInterval current;
    private CountedInterval spare;

    Tally(boolean open) {
      current = new CountedInterval(open);
      spare = new CountedInterval(open);
    }

    /** Returns the results since the last call, which are valid until the next call. */
    synchronized CountedInterval take() {
      CountedInterval full = current;
      spare.clear();
      current = spare;
      spare = full;
      return full;
    }
  }
}
