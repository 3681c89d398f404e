package io.perfline.sims.engine;

import io.perfline.sims.driver.RequestSequence;

/**
 * The arrivals of a recorded sequence. Each period continues where the previous one ended, so that
 * consecutive slices together are the whole sequence.
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

  /** Continues with another period, from the arrival that the previous one left. */
  SequenceSchedule over(MeasuredPeriod period) {
    origin += length;
    length = period.until() - period.begin();
    isAhead = request != null;
    return this;
  }

  /** Returns whether nothing is due in the next {@code nanos} nanoseconds. */
  boolean pauses(long nanos) {
    request = request == null ? sequence.next() : request;
    return request.dueNanos() - origin - length >= nanos;
  }

  /** Skips the arrivals of a period in which nothing is sent. */
  void skip(long nanos) {
    over(new MeasuredPeriod(0, 0, nanos));
    while (next() < nanos) {
      // This arrival is skipped.
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
