package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import java.time.Duration;

/** Sends one connection's requests, on a thread of its own. */
final class ConnectionSender implements Sender {

  private final Ticker ticker;
  private final MeasuredPeriod span;
  private final InFlightRequests lane;
  private final Connection connection;
  private final Schedule schedule;
  private final long grace;
  private volatile boolean stopped;

  /**
   * @param schedule the arrivals of an open model; null in the closed model
   * @param grace how long after the span an open model goes on to send what is overdue
   */
  ConnectionSender(
      Ticker ticker,
      MeasuredPeriod span,
      InFlightRequests lane,
      Connection connection,
      Schedule schedule,
      Duration grace) {
    this.ticker = ticker;
    this.span = span;
    this.lane = lane;
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
    long failures = lane.failuresSeen();
    while (!stopped) {
      long request = lane.begin();
      if (request == InFlightRequests.OVER) {
        return;
      }
      if (request == InFlightRequests.NONE) {
        lane.awaitSlot();
        continue;
      }
      send(request);
      long now = lane.failuresSeen();
      if (now != failures) {
        failures = now;
        pause(ticker.nanos() + PAUSE_AFTER_FAILURE);
      }
    }
  }

  private void sendByTheClock() {
    long due = span.begin() + schedule.next();
    while (!stopped && due - span.until() < 0) {
      long now = pause(due);
      long request = lane.begin(due, now);
      while (request == InFlightRequests.NONE && !stopped && ticker.nanos() - giveUp() < 0) {
        lane.awaitSlot(giveUp());
        request = lane.begin(due, ticker.nanos());
      }
      if (request == InFlightRequests.NONE) {
        lane.unsent(stillDue(due));
        return;
      }
      send(request);
      due = span.begin() + schedule.next();
    }
  }

  private long giveUp() {
    return span.until() + grace;
  }

  private long stillDue(long due) {
    long count = 0;
    for (long at = due; at - span.until() < 0; at = span.begin() + schedule.next()) {
      count += span.holds(at) ? 1 : 0;
    }
    return count;
  }

  private void send(long request) {
    try {
      connection.send(request);
    } catch (RuntimeException e) {
      lane.failed(request, e.getClass().getSimpleName());
    }
  }

  /** Waits and returns what time it is then. */
  private long pause(long deadline) {
    long now = ticker.nanos();
    while (!stopped && now - deadline < 0) {
      ticker.parkUntil(deadline);
      now = ticker.nanos();
    }
    return now;
  }
}
