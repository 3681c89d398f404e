package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestSequence;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The lanes of a sequence that have an unanswered request, and the due requests that wait for the
 * previous response in their lane. Not thread-safe.
 */
final class Lanes {

  /** A waiting request. */
  record Waiting(RequestSequence.Request request, long due) {}

  /** The number of waiting requests at which the whole sequence waits, to bound memory. */
  private static final int MAX_WAITING = 1000;

  private final Map<Long, Deque<Waiting>> busy = new HashMap<>();
  private int waiting;

  /** Returns whether the request can be sent now; if not, {@link #leave} returns it later. */
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

  /** Returns the next request of an answered request's lane; null if none waits. */
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
    return waiting >= MAX_WAITING;
  }

  /** Removes the waiting requests and returns how many of them were due in a period. */
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
