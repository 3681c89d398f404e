package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.engine.InFlightRequests.Tally;
import io.perfline.sims.engine.SenderThreads.Sender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;

/** This generator's connections to one server, with their requests in flight. */
final class LoadConnections implements AutoCloseable {

  /**
   * The number of sender threads, one per core. A generator that is too slow then uses all of the
   * CPU, which its health shows.
   */
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /** The maximum number of tallies: few threads share one, and all fit into memory. */
  private static final int MAX_TALLIES = 64;

  private final Ticker ticker;
  private final Load load;

  /** One per connection or per multiplexer; a single one for all connections of a pool. */
  private final List<InFlightRequests> inFlight = new ArrayList<>();

  private final List<Connection> connections = new ArrayList<>();

  /** Empty if each connection has a thread of its own. */
  private final List<Multiplexer> multiplexers = new ArrayList<>();

  /** Null unless an open model's connections carry one request at a time. */
  private ConnectionPool pool;

  /** Null if all requests are alike. */
  private SequenceSchedule sequence;

  private LoadConnections(Ticker ticker, Load load) {
    this.ticker = ticker;
    this.load = load;
  }

  /**
   * Opens all connections.
   *
   * @throws io.perfline.sims.driver.DriverException if one cannot be opened; all others are closed
   *     then
   */
  static LoadConnections open(Ticker ticker, Load load, Connector connector)
      throws InterruptedException {
    LoadConnections all = new LoadConnections(ticker, load);
    try {
      all.open(connector);
      return all;
    } catch (RuntimeException | InterruptedException e) {
      all.close();
      throw e;
    }
  }

  private void open(Connector connector) throws InterruptedException {
    connector.shard(load.shard().index(), load.shard().of());
    for (int i = 0; i < Math.min(load.ownConnections(), THREADS); i++) {
      Multiplexer multiplexer = connector.multiplexer();
      if (multiplexer != null) {
        multiplexers.add(multiplexer);
      }
    }
    if (multiplexers.isEmpty()) {
      openAlone(connector);
    } else if (load.open()) {
      sequence = connector.sequence() == null ? null : new SequenceSchedule(connector.sequence());
      pool = new ConnectionPool(ticker, load, multiplexers, MachineLimit.ofThisProcess());
      inFlight.add(pool.requests());
      pool.open();
    } else {
      openTogether();
    }
  }

  private void openAlone(Connector connector) throws InterruptedException {
    for (int i = 0; i < load.ownConnections(); i++) {
      Tally tally =
          i < MAX_TALLIES ? new Tally(load.open()) : inFlight.get(i - MAX_TALLIES).tally();
      inFlight.add(new InFlightRequests(ticker, load.inFlight(), load.open(), tally));
      connections.add(connector.connect(load.shard().number(i), inFlight.get(i)));
    }
  }

  private void openTogether() {
    int each = load.ownConnections() / multiplexers.size() + 1;
    multiplexers.forEach(all -> inFlight.add(new InFlightRequests(ticker, each, false)));
    for (int i = 0; i < load.ownConnections(); i++) {
      int thread = i % multiplexers.size();
      connections.add(
          multiplexers.get(thread).connect(load.shard().number(i), inFlight.get(thread)));
    }
  }

  List<InFlightRequests> inFlight() {
    return inFlight;
  }

  /** Counts requests that have been in flight for longer than the timeout as unanswered. */
  void expire() {
    long oldest = ticker.nanos() - load.timeout().toNanos();
    inFlight.forEach(requests -> requests.expire(oldest));
  }

  boolean idle() {
    return inFlight.stream().allMatch(InFlightRequests::idle);
  }

  /** Returns the number of open connections. */
  int opened() {
    return pool == null ? connections.size() : pool.opened();
  }

  /** Returns the use of connections; null unless each carries one request at a time. */
  ConnectionUse use() {
    return pool == null ? null : pool.use();
  }

  /** Returns the number of requests of the measured periods that were sent within them. */
  long sent() {
    return inFlight.stream().mapToLong(InFlightRequests::sentInPeriod).sum();
  }

  /** Returns the time of the last counted success; the start of the period if there was none. */
  long lastSuccess() {
    return inFlight.stream().mapToLong(InFlightRequests::lastSuccess).max().orElseThrow();
  }

  /** Returns the due time of an open model's last counted request. */
  long lastDue() {
    return inFlight.stream().mapToLong(InFlightRequests::lastDue).max().orElseThrow();
  }

  /** Returns the results on all connections since the last call. */
  CountedInterval take() {
    CountedInterval sum = new CountedInterval(load.open());
    inFlight.stream().limit(MAX_TALLIES).forEach(requests -> sum.add(requests.tally().take()));
    return sum;
  }

  /** Returns whether the load is a sequence without a due request in the next nanoseconds. */
  boolean pauses(long nanos) {
    return sequence != null && sequence.pauses(nanos);
  }

  /** Skips the requests of a sequence that are due within a number of nanoseconds. */
  void skip(long nanos) {
    if (sequence != null) {
      sequence.skip(nanos);
    }
  }

  /**
   * Returns the senders of a measured period, each of which runs on its own thread.
   *
   * @param seeded the load with the seed of its arrivals
   */
  List<Sender> senders(MeasuredPeriod period, Load seeded) {
    inFlight.forEach(requests -> requests.plan(period));
    if (pool != null) {
      Load.Schedule arrivals = sequence == null ? seeded.ownSchedule() : sequence.over(period);
      return ArrivalSender.all(ticker, pool, period, arrivals, load.timeout());
    }
    if (multiplexers.isEmpty()) {
      return IntStream.range(0, inFlight.size()).mapToObj(i -> alone(i, period, seeded)).toList();
    }
    return IntStream.range(0, multiplexers.size())
        .mapToObj(thread -> (Sender) new MultiplexedSender(thread))
        .toList();
  }

  private Sender alone(int i, MeasuredPeriod period, Load seeded) {
    Load.Schedule schedule = load.open() ? seeded.schedule(i) : null;
    return new ConnectionSender(
        ticker, period, inFlight.get(i), connections.get(i), schedule, load.timeout());
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
    multiplexers.forEach(Multiplexer::close);
  }

  /** Sends the requests of one multiplexer's connections in the closed model. */
  private final class MultiplexedSender implements Sender {

    /** A connection that waits after a failure. */
    private record Pause(int index, long until) {}

    private final Multiplexer multiplexer;
    private final InFlightRequests requests;
    private final List<Connection> assigned;
    private final Queue<Pause> pauses = new ArrayDeque<>();
    private int unanswered;
    private volatile boolean stopped;

    MultiplexedSender(int thread) {
      multiplexer = multiplexers.get(thread);
      requests = inFlight.get(thread);
      assigned =
          IntStream.iterate(thread, i -> i < connections.size(), i -> i + multiplexers.size())
              .mapToObj(connections::get)
              .toList();
    }

    @Override
    public void stop() {
      stopped = true;
    }

    @Override
    public void run() {
      for (int index = 0; index < assigned.size(); index++) {
        send(index);
      }
      while (unanswered + pauses.size() > 0
          && !stopped
          && !Thread.currentThread().isInterrupted()) {
        long next = pauses.isEmpty() ? Long.MAX_VALUE : pauses.peek().until() - ticker.nanos();
        multiplexer.await(next, this::isFree);
        while (!pauses.isEmpty() && pauses.peek().until() - ticker.nanos() <= 0) {
          send(pauses.remove().index());
        }
      }
    }

    private void isFree(int index, boolean failed) {
      unanswered--;
      if (failed) {
        pauses.add(new Pause(index, ticker.nanos() + PAUSE_AFTER_FAILURE));
      } else {
        send(index);
      }
    }

    /** Sends a request unless the period is over. */
    private void send(int index) {
      long request = requests.begin();
      if (request != InFlightRequests.OVER) {
        unanswered++;
        try {
          assigned.get(index).send(request);
        } catch (RuntimeException e) {
          requests.failed(request, e.getClass().getSimpleName());
          isFree(index, true);
        }
      }
    }
  }
}
