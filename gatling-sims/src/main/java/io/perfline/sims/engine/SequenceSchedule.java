package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestSequence;

/**
 * The arrivals of a load that has a rhythm of its own. Each period goes on where the one before has
 * ended, so that consecutive slices together are the whole sequence.
 */
final class SequenceSchedule extends Load.Schedule {

  private final RequestSequence sequence;
  private RequestSequence.Request request;
  private long origin;
  private long length;
  private boolean isAhead;

  SequenceSchedule(RequestSequence sequence) {
    this.sequence = sequence;
  }

  /** Continues with a period, whose first arrival is the one that the period before left. */
  SequenceSchedule over(MeasuredPeriod period) {
    origin += length;
    length = period.until() - period.begin();
    isAhead = request != null;
    return this;
  }

  /** Returns whether nothing is due in a period of this length that would come next. */
  boolean pauses(long nanos) {
    request = request == null ? sequence.next() : request;
    return request.dueNanos() - origin - length >= nanos;
  }

  /** Continues after a period in which nothing is sent. */
  void skip(long nanos) {
    over(new MeasuredPeriod(0, 0, nanos));
    while (next() < nanos) {
      // left out
    }
  }

  @Override
  long next() {
    if (!isAhead) {
      request = sequence.next();
    }
    isAhead = false;
    return request.dueNanos() - origin;
  }

  @Override
  RequestSequence.Request request() {
    return request;
  }
}
