package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestSequence;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The lanes of a sequence with unanswered requests, and the requests that are due and wait for the
 * answer to an earlier one of their lane. Not thread-safe.
 */
final class Lanes {

  /** A request that waits, and when it was due. */
  record Waiting(RequestSequence.Request request, long due) {}

  /** More requests than that never wait; then the whole sequence waits, which bounds memory. */
  private static final int MOST_WAITING = 1000;

  private final Map<Long, Deque<Waiting>> busy = new HashMap<>();
  private int waiting;

  /** Returns whether the request can be sent; if not, {@link #leave} returns it later. */
  boolean enter(RequestSequence.Request request, long due) {
    Deque<Waiting> earlier = busy.get(request.lane());
    if (earlier == null) {
      busy.put(request.lane(), new ArrayDeque<>());
      return true;
    }
    earlier.add(new Waiting(request, due));
    waiting++;
    return false;
  }

  /** Returns the request that follows an answered one; null if none waits. */
  Waiting leave(RequestSequence.Request answered) {
    Deque<Waiting> later = busy.get(answered.lane());
    Waiting next = later == null ? null : later.poll();
    if (next == null) {
      busy.remove(answered.lane());
    } else {
      waiting--;
    }
    return next;
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  boolean isFull() {
    return waiting >= MOST_WAITING;
  }

  /** Forgets the requests that wait, and returns how many of them a period counts. */
  long clear(MeasuredPeriod period) {
    long counted =
        busy.values().stream()
            .flatMap(Deque::stream)
            .filter(one -> period.contains(one.due()))
            .count();
    busy.values().forEach(Deque::clear);
    waiting = 0;
    return counted;
  }
}
