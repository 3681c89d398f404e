package io.perfline.sims.engine;

import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestSequence;
import io.perfline.sims.engine.SenderThreads.Sender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sends the requests of an open model's period over a {@link ConnectionPool}. One thread waits for
 * arrivals and sends them. One more thread per multiplexer handles responses and then sends the
 * requests that have become due. A request that has to wait is sent as soon as a connection is
 * free, in the order of arrivals.
 *
 * <p>This object's monitor guards the arrivals. It is acquired before the pool's.
 */
final class ArrivalSender implements Sender {

  private final Ticker ticker;
  private final ConnectionPool pool;
  private final InFlightRequests requests;
  private final MeasuredPeriod period;
  private final Load.Schedule schedule;
  private final Lanes lanes = new Lanes();
  private final long grace;
  private long due;

  /** The ticker's time, in nanoseconds, until which the thread waits. */
  private long wakesAt;

  private Thread thread;
  private boolean isOver;
  private boolean isAborted;

  private ArrivalSender(
      Ticker ticker,
      ConnectionPool pool,
      MeasuredPeriod period,
      Load.Schedule schedule,
      long grace) {
    this.ticker = ticker;
    this.pool = pool;
    this.requests = pool.requests();
    this.period = period;
    this.schedule = schedule;
    this.grace = grace;
    due = period.begin() + schedule.next();
    wakesAt = due;
  }

  /**
   * Returns the senders of a period, each of which runs on its own thread.
   *
   * @param grace how long after the period overdue requests are still sent
   */
  static List<Sender> all(
      Ticker ticker,
      ConnectionPool pool,
      MeasuredPeriod period,
      Load.Schedule schedule,
      Duration grace) {
    ArrivalSender arrivals = new ArrivalSender(ticker, pool, period, schedule, grace.toNanos());
    List<Sender> all = new ArrayList<>();
    all.add(arrivals);
    IntStream.range(0, pool.multiplexers().size()).forEach(i -> all.add(arrivals.new Answers(i)));
    return all;
  }

  @Override
  public void run() {
    try {
      begin();
      while (isGoingOn() && !Thread.currentThread().isInterrupted()) {
        sendDue();
        ticker.parkUntil(wakesAt());
      }
      stop();
    } catch (RuntimeException | Error e) {
      abort();
      throw e;
    }
  }

  private synchronized void begin() {
    thread = Thread.currentThread();
  }

  private synchronized boolean isGoingOn() {
    return !isOver;
  }

  private synchronized long wakesAt() {
    return wakesAt;
  }

  @Override
  public void stop() {
    synchronized (this) {
      isOver = true;
      ticker.unpark(thread);
    }
    pool.multiplexers().forEach(Multiplexer::wakeUp);
  }

  /** Ends all senders without waiting for responses, because one of them has failed. */
  private void abort() {
    synchronized (this) {
      isAborted = true;
    }
    stop();
  }

  /** Sends the requests that are due, as long as the pool has connections for them. */
  private void sendDue() {
    for (PooledConnection one = take(); one != null; one = take()) {
      send(one);
    }
  }

  /** Sends a request and, if it fails at once, those that follow it in its lane. */
  private void send(PooledConnection connection) {
    boolean isSent = false;
    boolean follows = true;
    while (!isSent && follows) {
      try {
        connection.send();
        isSent = true;
      } catch (RuntimeException e) {
        requests.failed(connection.request(), e.getClass().getSimpleName());
        follows = follow(connection);
      }
    }
  }

  /** Begins the next due request and returns its connection; null if none can begin. */
  private synchronized PooledConnection take() {
    long now = ticker.nanos();
    boolean mustWait = false;
    while (!mustWait && isDue(now)) {
      RequestSequence.Request own = schedule.request();
      mustWait = lanes.isFull();
      if (!mustWait && (own == null || lanes.enter(own, due))) {
        PooledConnection taken = pool.begin(own, due, now);
        if (taken != null) {
          due = period.begin() + schedule.next();
          return taken;
        }
        mustWait = true;
        if (own != null) {
          lanes.leave(own);
        }
      } else if (!mustWait) {
        due = period.begin() + schedule.next();
      }
    }
    plan(mustWait);
    return null;
  }

  private boolean isDue(long now) {
    if (isOver || due - period.until() >= 0 || now - due < 0) {
      return false;
    }
    if (giveUp() - now > 0) {
      return true;
    }
    requests.unsent(stillDue() + lanes.clear(period));
    return false;
  }

  private long stillDue() {
    long count = 0;
    for (; due - period.until() < 0; due = period.begin() + schedule.next()) {
      count += period.contains(due) ? 1 : 0;
      requests.waited(due);
    }
    return count;
  }

  private long giveUp() {
    return period.until() + grace;
  }

  /**
   * Sets the time at which the thread has to act next.
   *
   * @param mustWait whether a request is due and cannot be sent yet
   */
  private void plan(boolean mustWait) {
    long next = nextWork(mustWait);
    if (thread == Thread.currentThread()) {
      wakesAt = next;
    } else if (isOver || next - wakesAt < 0) {
      wakesAt = next;
      ticker.unpark(thread);
    }
  }

  /**
   * Returns the time of the next action, and ends all senders if nothing is left. A period can be
   * moved until it ends, so even a slice without further arrivals lasts until its end.
   */
  private long nextWork(boolean mustWait) {
    if (due - period.until() < 0) {
      long mayBegin = lanes.isFull() ? giveUp() : Math.min(giveUp(), pool.opensNext());
      return mustWait ? mayBegin : due;
    }
    long now = ticker.nanos();
    if (now - period.until() < 0) {
      return period.until();
    }
    if (giveUp() - now <= 0) {
      requests.unsent(lanes.clear(period));
    }
    isOver |= lanes.isEmpty();
    return isOver ? now : giveUp();
  }

  /**
   * Handles the result of a connection's request.
   *
   * @return whether the connection has begun the next request of the same lane
   */
  private synchronized boolean follow(PooledConnection connection) {
    RequestSequence.Request answered = connection.own();
    Lanes.Waiting next = answered == null ? null : lanes.leave(answered);
    if (next == null) {
      pool.release(connection);
    } else {
      pool.follow(connection, next);
    }
    return next != null;
  }

  /** Handles the responses on the connections of one multiplexer. */
  private final class Answers implements Sender {

    private final int index;
    private final Multiplexer multiplexer;
    private volatile boolean isStopped;

    Answers(int index) {
      this.index = index;
      multiplexer = pool.multiplexers().get(index);
    }

    @Override
    public void run() {
      try {
        while (awaitsAnswers() && !isStopped && !Thread.currentThread().isInterrupted()) {
          multiplexer.await(Long.MAX_VALUE, this::isFree);
        }
      } catch (RuntimeException | Error e) {
        abort();
        throw e;
      }
    }

    private boolean awaitsAnswers() {
      synchronized (ArrivalSender.this) {
        return !isOver || (!isAborted && !pool.isIdle(index));
      }
    }

    private void isFree(int connection, boolean failed) {
      PooledConnection free = pool.connection(index, connection);
      if (follow(free)) {
        send(free);
      }
      sendDue();
    }

    @Override
    public void stop() {
      isStopped = true;
      multiplexer.wakeUp();
    }
  }
}
