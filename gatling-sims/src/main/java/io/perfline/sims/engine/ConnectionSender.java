package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import java.time.Duration;

/** Sends the requests of one connection on its own thread. */
final class ConnectionSender implements SenderThreads.Sender {

  private final Ticker ticker;
  private final MeasuredPeriod period;
  private final InFlightRequests inFlight;
  private final Connection connection;
  private final Load.Schedule schedule;
  private final long grace;
  private volatile boolean stopped;

  /**
   * @param schedule the arrivals of an open model; null in the closed model
   * @param grace how long after the period overdue requests of an open model are still sent
   */
  ConnectionSender(
      Ticker ticker,
      MeasuredPeriod period,
      InFlightRequests inFlight,
      Connection connection,
      Load.Schedule schedule,
      Duration grace) {
    this.ticker = ticker;
    this.period = period;
    this.inFlight = inFlight;
    this.connection = connection;
    this.schedule = schedule;
    this.grace = grace.toNanos();
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    if (schedule == null) {
      sendAsAnswersCome();
    } else {
      sendByTheClock();
    }
  }

  private void sendAsAnswersCome() {
    long failures = inFlight.failures();
    while (!stopped) {
      long request = inFlight.begin();
      if (request == InFlightRequests.OVER) {
        return;
      }
      if (request == InFlightRequests.NONE) {
        inFlight.awaitSlot();
        continue;
      }
      send(request);
      long now = inFlight.failures();
      if (now != failures) {
        failures = now;
        pause(ticker.nanos() + PAUSE_AFTER_FAILURE);
      }
    }
  }

  private void sendByTheClock() {
    long due = period.begin() + schedule.next();
    while (!stopped && isDueInPeriod(due)) {
      long now = pause(due);
      if (now - giveUp() >= 0) {
        inFlight.unsent(stillDue(due));
        return;
      }
      long request = inFlight.begin(due, now);
      while (request == InFlightRequests.NONE && !stopped && ticker.nanos() - giveUp() < 0) {
        inFlight.awaitSlot(giveUp());
        request = inFlight.begin(due, ticker.nanos());
      }
      if (request == InFlightRequests.NONE) {
        inFlight.unsent(stillDue(due));
        return;
      }
      send(request);
      due = period.begin() + schedule.next();
    }
  }

  /**
   * Returns whether a request is due before the period ends. A period can be moved until it ends,
   * so the answer for a later request is known only then.
   */
  private boolean isDueInPeriod(long due) {
    while (!stopped && due - period.until() >= 0) {
      long until = period.until();
      pause(until);
      if (period.until() - until <= 0) {
        return false;
      }
    }
    return !stopped;
  }

  private long giveUp() {
    return period.until() + grace;
  }

  private long stillDue(long due) {
    long count = 0;
    for (long at = due; at - period.until() < 0; at = period.begin() + schedule.next()) {
      count += period.contains(at) ? 1 : 0;
    }
    return count;
  }

  private void send(long request) {
    try {
      connection.send(request);
    } catch (RuntimeException e) {
      inFlight.failed(request, e.getClass().getSimpleName());
    }
  }

  /** Waits until the deadline and returns the ticker's time afterwards. */
  private long pause(long deadline) {
    long now = ticker.nanos();
    while (!stopped && now - deadline < 0) {
      ticker.parkUntil(deadline);
      now = ticker.nanos();
    }
    return now;
  }
}
