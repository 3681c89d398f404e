package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestSequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The connections of an open model that carry one request at a time. If none is free when a request
 * is due, another one is opened, so that no request waits for an earlier response. Requests wait
 * only after a pause of the generator, or if the maximum number of connections is open; {@link
 * #use} reports how many waited for the latter reason.
 *
 * <p>This object's monitor guards the connections. A multiplexer may be called within it, and calls
 * back without its own monitor.
 */
final class ConnectionPool {

  /**
   * A request that is overdue by more than this is late because the generator or its machine
   * paused. Many requests are then due at once, and without the pause the generator would have
   * needed no further connections.
   */
  private static final long ON_TIME = TimeUnit.MILLISECONDS.toNanos(1);

  /** The time, in nanoseconds, between two connections that are opened for overdue requests. */
  private static final long PACE = TimeUnit.MILLISECONDS.toNanos(2);

  /** A pool with more connections than this opens proportionally more of them per {@link #PACE}. */
  private static final int FEW = 200;

  private final Ticker ticker;
  private final Load load;
  private final InFlightRequests requests;
  private final List<Multiplexer> multiplexers;

  /** The connections of each multiplexer, in the order in which they were opened. */
  private final List<List<PooledConnection>> connections = new ArrayList<>();

  /** The number of requests in flight on the connections of each multiplexer. */
  private final int[] unanswered;

  /** A stack of free connections: the last one is used first, so that few are in use. */
  private final Deque<PooledConnection> free = new ArrayDeque<>();

  private final MachineLimit machine;
  private final int max;
  private final boolean machineLimits;
  private int opened;
  private long opensNext;
  private long exhaustedUntil;

  ConnectionPool(Ticker ticker, Load load, List<Multiplexer> multiplexers, MachineLimit machine) {
    this.ticker = ticker;
    this.load = load;
    this.machine = machine;
    this.multiplexers = multiplexers;
    multiplexers.forEach(each -> connections.add(new ArrayList<>()));
    unanswered = new int[multiplexers.size()];
    int wanted = load.ownMaxConnections();
    max = Math.max(load.ownConnections(), Math.min(wanted, machine.connections()));
    machineLimits = max < wanted;
    requests = new InFlightRequests(ticker, max, true);
    opensNext = ticker.nanos();
    exhaustedUntil = opensNext;
  }

  /**
   * Opens the initial connections.
   *
   * @throws io.perfline.sims.driver.DriverException if one cannot be opened
   */
  synchronized void open() {
    while (opened < load.ownConnections()) {
      int next = opened % multiplexers.size();
      Connection connection = multiplexers.get(next).connect(load.shard().number(opened), requests);
      free.add(add(next, connection));
    }
  }

  private PooledConnection openAnother(long now) {
    opensNext = now + PACE * FEW / Math.max(FEW, opened);
    int next = opened % multiplexers.size();
    return add(next, multiplexers.get(next).connectLater(load.shard().number(opened), requests));
  }

  private PooledConnection add(int multiplexer, Connection connection) {
    PooledConnection added = new PooledConnection(multiplexer, connection);
    connections.get(multiplexer).add(added);
    opened++;
    return added;
  }

  InFlightRequests requests() {
    return requests;
  }

  List<Multiplexer> multiplexers() {
    return multiplexers;
  }

  synchronized int opened() {
    return opened;
  }

  synchronized ConnectionUse use() {
    return new ConnectionUse(
        opened,
        max,
        requests.waitedInPeriod(),
        load.suffices(max),
        machineLimits ? machine.reason() : null);
  }

  synchronized PooledConnection connection(int multiplexer, int index) {
    return connections.get(multiplexer).get(index);
  }

  /** Returns whether a multiplexer's connections have no request in flight. */
  synchronized boolean isIdle(int multiplexer) {
    return unanswered[multiplexer] == 0;
  }

  /**
   * Begins a request on a free connection or a new one.
   *
   * @param own the request of a sequence; null if all requests are alike
   * @return null if the request has to wait until {@link #opensNext} or until a connection is free
   */
  synchronized PooledConnection begin(RequestSequence.Request own, long due, long now) {
    boolean isOverdue = now - due > ON_TIME;
    if (free.isEmpty() && (opened >= max || (isOverdue && now - opensNext < 0))) {
      return null;
    }
    PooledConnection connection = free.isEmpty() ? openAnother(now) : free.pop();
    if (free.isEmpty() && !isOverdue && opened < max) {
      free.add(openAnother(now)); // before it is needed
    }
    if (due - exhaustedUntil < 0) {
      requests.waited(due);
    }
    assign(connection, requests.begin(due, now), own);
    return connection;
  }

  /** Begins a request on a connection whose previous request has a result and was not released. */
  synchronized void follow(PooledConnection connection, Lanes.Waiting next) {
    unanswered[connection.multiplexer()]--;
    assign(connection, requests.beginAfterAnother(next.due(), ticker.nanos()), next.request());
  }

  private void assign(PooledConnection connection, long number, RequestSequence.Request own) {
    if (number == InFlightRequests.NONE) { // there are never more requests than connections
      throw new IllegalStateException("no slot for a request");
    }
    connection.assign(number, own);
    unanswered[connection.multiplexer()]++;
  }

  /** Releases a connection whose request has a result. */
  synchronized void release(PooledConnection connection) {
    unanswered[connection.multiplexer()]--;
    if (free.isEmpty() && opened >= max) {
      exhaustedUntil = ticker.nanos();
    }
    free.push(connection);
  }

  /** Returns the time of the next new connection; {@code Long.MAX_VALUE} at the maximum. */
  synchronized long opensNext() {
    return opened < max ? opensNext : Long.MAX_VALUE;
  }
}
