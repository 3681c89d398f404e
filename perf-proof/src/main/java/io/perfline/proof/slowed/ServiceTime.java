package io.perfline.proof.slowed;

import java.util.function.LongSupplier;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.ServletRequest;

/**
 * How long the recorder takes by itself from a request to its answer: a moving mean, so that a
 * percentage of it is one of what the machine does now.
 */
final class ServiceTime {

  private static final double WEIGHT = 0.005;

  private final LongSupplier nanoTime;

  /** Not exact when two threads write at once: a mean over hundreds of requests forgives that. */
  private volatile double mean;

  ServiceTime(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  double nanos() {
    return mean;
  }

  /**
   * A request that began at {@code begin} has come back from the recorder, maybe unanswered yet.
   */
  void begun(ServletRequest request, long begin) {
    if (request.isAsyncStarted()) {
      try {
        request.getAsyncContext().addListener(new Completion(begin));
      } catch (IllegalStateException e) {
        ended(begin); // answered in this very moment
      }
      return;
    }
    ended(begin);
  }

  private void ended(long begin) {
    double nanos = nanoTime.getAsLong() - begin;
    double before = mean;
    mean = before == 0 ? nanos : before + WEIGHT * (nanos - before);
  }

  /** Waits for the answer. */
  private final class Completion implements AsyncListener {

    private final long begin;

    Completion(long begin) {
      this.begin = begin;
    }

    @Override
    public void onComplete(AsyncEvent event) {
      ended(begin);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      ended(begin);
    }

    @Override
    public void onError(AsyncEvent event) {
      ended(begin);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}
