package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestSequence;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The connections of an open model whose connections carry one request at a time. Each has a
 * thread. One of the free threads, the leader, waits for the next arrival, appoints the next leader
 * and sends. If no connection is free, another one is opened, so that no request waits for the
 * answer to an earlier one. Only at the bound do requests wait, and {@link #use} reports how many.
 */
final class ConnectionPool implements AutoCloseable {

  private static final long STOP_MILLIS = 15_000;

  private final Ticker ticker;
  private final Load load;
  private final Connector connector;
  private final InFlightRequests requests;

  /** Null if all requests are alike. */
  private final SequenceSchedule sequence;

  private final Lanes lanes = new Lanes();
  private final List<Worker> workers = new ArrayList<>();
  private final Deque<Worker> free = new ArrayDeque<>();
  private final MachineLimit machine;
  private int most;
  private boolean machineLimits;
  private boolean opensSpare;
  private long exhaustedUntil;
  private Throwable failure;
  private volatile Dispatch dispatch;
  private volatile Worker leader;
  private volatile boolean closed;

  ConnectionPool(Ticker ticker, Load load, Connector connector, MachineLimit machine) {
    this.ticker = ticker;
    this.load = load;
    this.connector = connector;
    this.machine = machine;
    int wanted = load.ownMostConnections();
    most = Math.max(load.ownConnections(), Math.min(wanted, machine.connections()));
    machineLimits = most < wanted;
    requests = new InFlightRequests(ticker, most, true);
    RequestSequence own = connector.sequence();
    sequence = own == null ? null : new SequenceSchedule(own);
  }

  /** Opens the connections that the load begins with. */
  void open() throws InterruptedException {
    for (int i = 0; i < load.ownConnections(); i++) {
      start(new Worker(i, connector.connect(load.shard().number(i), requests)));
    }
  }

  InFlightRequests requests() {
    return requests;
  }

  synchronized int opened() {
    return workers.size();
  }

  synchronized ConnectionUse use() {
    return new ConnectionUse(
        workers.size(),
        most,
        requests.waitedInPeriod(),
        load.suffices(most),
        machineLimits ? machine.reason() : null);
  }

  /** Leaves out the requests of a sequence that are due in so many nanoseconds. */
  void skip(long nanos) {
    if (sequence != null) {
      sequence.skip(nanos);
    }
  }

  /** Returns a sender that lasts until all arrivals of a period have been sent. */
  SenderThreads.Sender sender(MeasuredPeriod period, Load seeded) {
    Load.Schedule arrivals = sequence == null ? seeded.ownSchedule() : sequence.over(period);
    return new Dispatch(period, arrivals, seeded.timeout());
  }

  private void start(Worker worker) {
    synchronized (this) {
      workers.add(worker);
    }
    worker.thread.start();
  }

  /** Appoints a free connection to wait for the next arrival, or a new one, or none. */
  private synchronized void appointLeader() {
    Worker next = free.poll();
    if (next == null && workers.size() < most) {
      next = new Worker(workers.size(), null);
      leader = next;
      startOrLimit(next);
    } else {
      leader = next;
      ticker.unpark(next == null ? null : next.thread);
    }
    if (free.isEmpty() && !opensSpare && workers.size() < most) {
      opensSpare = true;
      Worker spare = new Worker(workers.size(), null);
      spare.isSpare = true;
      startOrLimit(spare);
    }
  }

  /** Starts a worker; if the machine allows no more threads, that is the bound from now on. */
  private void startOrLimit(Worker worker) {
    try {
      start(worker);
    } catch (OutOfMemoryError noThread) {
      workers.remove(worker);
      most = Math.max(1, workers.size());
      machineLimits = true;
      opensSpare &= !worker.isSpare;
      leader = leader == worker ? null : leader;
    }
  }

  private synchronized void fail(Throwable thrown) {
    failure = failure == null ? thrown : failure;
    if (dispatch != null) {
      dispatch.end();
    }
  }

  @Override
  public void close() {
    List<Worker> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(workers);
    }
    all.forEach(worker -> worker.thread.interrupt());
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
    for (Worker worker : all) {
      SenderThreads.join(
          worker.thread, Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      if (worker.connection != null) {
        worker.connection.close();
      }
    }
  }

  /** The arrivals of a period, as the senders of a load know them. */
  private final class Dispatch implements SenderThreads.Sender {

    private final MeasuredPeriod period;
    private final Load.Schedule schedule;
    private final long grace;
    private long due;
    private Thread waiting;
    private boolean over;

    /**
     * @param grace how long after the period overdue requests are still sent
     */
    Dispatch(MeasuredPeriod period, Load.Schedule schedule, Duration grace) {
      this.period = period;
      this.schedule = schedule;
      this.grace = grace.toNanos();
    }

    @Override
    public void run() {
      synchronized (ConnectionPool.this) {
        if (!over) {
          waiting = Thread.currentThread();
          exhaustedUntil = period.begin();
          due = period.begin() + schedule.next();
          dispatch = this;
          appointLeader();
        }
      }
      while (isGoingOn() && !Thread.currentThread().isInterrupted()) {
        ticker.park();
      }
      synchronized (ConnectionPool.this) {
        end();
        SenderThreads.check(failure);
      }
    }

    private boolean isGoingOn() {
      synchronized (ConnectionPool.this) {
        return !over;
      }
    }

    @Override
    public void stop() {
      synchronized (ConnectionPool.this) {
        end();
      }
    }

    private void end() {
      if (dispatch == this) {
        Worker last = leader;
        dispatch = null;
        leader = null;
        ticker.unpark(last == null ? null : last.thread);
      }
      over = true;
      ticker.unpark(waiting);
    }

    /**
     * Waits for the next arrival, and begins its request; called by the leader alone.
     *
     * @return {@link InFlightRequests#NONE} if there is none
     */
    long next(Worker worker) {
      while (dispatch == this && !closed && due - period.until() < 0) {
        long now = ticker.nanos();
        if (now - due < 0) {
          ticker.parkUntil(due);
        } else if (awaitRoom()) {
          synchronized (ConnectionPool.this) {
            long request = dispatch == this ? begin(now, worker) : InFlightRequests.NONE;
            if (request != InFlightRequests.NONE) {
              return request;
            }
          }
        }
      }
      awaitLanes();
      stop();
      return InFlightRequests.NONE;
    }

    private long begin(long now, Worker worker) {
      if (giveUp() - now <= 0) {
        requests.unsent(stillDue() + lanes.clear(period));
        end();
        return InFlightRequests.NONE;
      }
      RequestSequence.Request own = schedule.request();
      if (own != null && !lanes.enter(own, due)) {
        due = period.begin() + schedule.next();
        return InFlightRequests.NONE;
      }
      worker.sends = own;
      long request = requests.begin(due, now);
      if (request == InFlightRequests.NONE) { // it never has more requests than connections
        throw new IllegalStateException("no slot for a request");
      }
      if (due - exhaustedUntil < 0) {
        requests.waited(due);
      }
      due = period.begin() + schedule.next();
      appointLeader();
      return request;
    }

    private long giveUp() {
      return period.until() + grace;
    }

    /** Returns false while too many requests wait in their lanes. */
    private boolean awaitRoom() {
      synchronized (ConnectionPool.this) {
        if (!lanes.isFull() || giveUp() - ticker.nanos() <= 0) {
          return true;
        }
      }
      ticker.parkUntil(giveUp());
      return false;
    }

    /** Waits until no request waits in its lane; called by the leader alone. */
    private void awaitLanes() {
      while (dispatch == this && !closed) {
        synchronized (ConnectionPool.this) {
          if (lanes.isEmpty()) {
            return;
          }
          if (giveUp() - ticker.nanos() <= 0) {
            requests.unsent(lanes.clear(period));
            return;
          }
        }
        ticker.parkUntil(giveUp());
      }
    }

    /**
     * Begins the request that waits for the one which a connection has sent.
     *
     * @return {@link InFlightRequests#NONE} if there is none
     */
    long following(Worker worker) {
      if (worker.sends == null) {
        return InFlightRequests.NONE;
      }
      synchronized (ConnectionPool.this) {
        Lanes.Waiting next = lanes.leave(worker.sends);
        worker.sends = next == null ? null : next.request();
        ticker.unpark(leader == null ? null : leader.thread);
        return next == null
            ? InFlightRequests.NONE
            : requests.beginAfterAnother(next.due(), ticker.nanos());
      }
    }

    private long stillDue() {
      long count = 0;
      for (; due - period.until() < 0; due = period.begin() + schedule.next()) {
        count += period.contains(due) ? 1 : 0;
        requests.waited(due);
      }
      return count;
    }
  }

  /** A connection with its thread. */
  private final class Worker {

    private final int index;
    private final Thread thread;
    private boolean isSpare;

    /** The request of a sequence that it sends; null if all requests are alike. */
    private RequestSequence.Request sends;

    private Connection connection;

    /**
     * @param connection null to open it with the first request
     */
    Worker(int index, Connection connection) {
      this.index = index;
      this.connection = connection;
      thread = new Thread(this::run, "perfline-sender-pool-" + index);
      thread.setDaemon(true);
    }

    private void run() {
      try {
        if (isSpare && !openSpare()) {
          return;
        }
        while (awaitLead()) {
          Dispatch now = dispatch;
          long request = now == null ? InFlightRequests.NONE : now.next(this);
          while (request != InFlightRequests.NONE) {
            send(request);
            request = now.following(this);
          }
        }
      } catch (InterruptedException e) {
        if (!closed) {
          fail(e);
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }

    /** Opens a connection before it is needed; returns false if the server does not accept it. */
    private boolean openSpare() throws InterruptedException {
      try {
        connection = connector.connect(load.shard().number(index), requests);
        return true;
      } catch (DriverException refused) { // a request that needs a connection will report it
        synchronized (ConnectionPool.this) {
          workers.remove(this);
        }
        return false;
      } finally {
        synchronized (ConnectionPool.this) {
          opensSpare = false;
        }
      }
    }

    /** Waits until this connection is the next one to send; returns false if there is no more. */
    private boolean awaitLead() {
      synchronized (ConnectionPool.this) {
        if (leader == null && dispatch != null) { // all connections were busy
          exhaustedUntil = ticker.nanos();
          leader = this;
        } else if (leader != this) {
          free.add(this);
        }
      }
      while (leader != this && !closed) {
        ticker.park();
      }
      return !closed;
    }

    private void send(long request) throws InterruptedException {
      try {
        if (connection == null) {
          connection = connector.connectLater(load.shard().number(index), requests);
        }
        if (sends == null) {
          connection.send(request);
        } else {
          sends.sendOver(connection, request);
        }
      } catch (RuntimeException e) {
        requests.failed(request, e.getClass().getSimpleName());
      }
    }
  }
}
