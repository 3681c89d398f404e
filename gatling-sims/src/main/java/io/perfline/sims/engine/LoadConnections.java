package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.Multiplexer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** This generator's connections of a load to one server, with their books. */
final class LoadConnections implements AutoCloseable {

  /** As many as can run: then a generator that is too slow shows as one that uses all CPU. */
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /** So many that hardly ever two threads count in one at once, and that they fit into memory. */
  private static final int MOST_TALLIES = 64;

  private final Ticker ticker;
  private final Load load;
  private final List<InFlightRequests> lanes = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();

  /** Each has every so many connections; none where each connection has a thread of its own. */
  private final List<Multiplexer> multiplexers = new ArrayList<>();

  private LoadConnections(Ticker ticker, Load load) {
    this.ticker = ticker;
    this.load = load;
  }

  /**
   * @throws io.perfline.sims.driver.DriverException when one can't be opened; none is open then
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
    for (int i = 0; i < Math.min(load.ownConnections(), THREADS) && !load.open(); i++) {
      Multiplexer multiplexer = connector.multiplexer();
      if (multiplexer != null) {
        multiplexers.add(multiplexer);
      }
    }
    if (multiplexers.isEmpty()) {
      for (int i = 0; i < load.ownConnections(); i++) {
        Tally tally =
            i < MOST_TALLIES ? new Tally(load.open()) : lanes.get(i - MOST_TALLIES).tally();
        InFlightRequests inFlight = new InFlightRequests(ticker, load.inFlight(), tally);
        lanes.add(inFlight);
        connections.add(connector.connect(load.shard().number(i), inFlight));
      }
      return;
    }
    int each = load.ownConnections() / multiplexers.size() + 1;
    multiplexers.forEach(all -> lanes.add(new InFlightRequests(ticker, each, false)));
    for (int i = 0; i < load.ownConnections(); i++) {
      int thread = i % multiplexers.size();
      connections.add(multiplexers.get(thread).connect(load.shard().number(i), lanes.get(thread)));
    }
  }

  /** Of each connection that has a thread of its own, else of those that share one. */
  List<InFlightRequests> lanes() {
    return lanes;
  }

  /** Counts what has been in flight for longer than the timeout as unanswered. */
  void expire() {
    long oldest = ticker.nanos() - load.timeout().toNanos();
    lanes.forEach(inFlight -> inFlight.expire(oldest));
  }

  boolean idle() {
    return lanes.stream().allMatch(InFlightRequests::idle);
  }

  /** Requests of the measured stretches that went out within them. */
  long sent() {
    return lanes.stream().mapToLong(InFlightRequests::sentInSpan).sum();
  }

  /** When the last request that counts came back; the start of the stretch when none did. */
  long lastSuccess() {
    return lanes.stream().mapToLong(InFlightRequests::lastSuccess).max().orElseThrow();
  }

  /** What came back on all of them, since it was taken last. */
  CountedInterval take() {
    CountedInterval sum = new CountedInterval(load.open());
    tallies().forEach(tally -> sum.add(tally.take()));
    return sum;
  }

  /** What came back of each part of a request, in the measured stretch; behind the load. */
  List<CountedInterval> parts() {
    List<CountedInterval> sums = new ArrayList<>();
    tallies()
        .forEach(
            tally -> {
              for (int part = 0; part < tally.parts().size(); part++) {
                if (part == sums.size()) {
                  sums.add(new CountedInterval(load.open()));
                }
                sums.get(part).add(tally.parts().get(part));
              }
            });
    return sums;
  }

  private Stream<Tally> tallies() {
    return lanes.stream().limit(MOST_TALLIES).map(InFlightRequests::tally);
  }

  /**
   * What sends in a measured stretch, each to be run on a thread of its own.
   *
   * @param seeded the load with the seed of its arrivals
   */
  List<Sender> senders(MeasuredPeriod period, Load seeded) {
    lanes.forEach(inFlight -> inFlight.plan(period));
    if (multiplexers.isEmpty()) {
      return IntStream.range(0, lanes.size()).mapToObj(i -> alone(i, period, seeded)).toList();
    }
    return IntStream.range(0, multiplexers.size()).mapToObj(this::together).toList();
  }

  private Sender alone(int i, MeasuredPeriod period, Load seeded) {
    Schedule schedule = load.open() ? seeded.schedule(i) : null;
    return new ConnectionSender(
        ticker, period, lanes.get(i), connections.get(i), schedule, load.timeout());
  }

  private Sender together(int thread) {
    List<Connection> own =
        IntStream.iterate(thread, i -> i < connections.size(), i -> i + multiplexers.size())
            .mapToObj(connections::get)
            .toList();
    return new MultiplexedSender(ticker, multiplexers.get(thread), lanes.get(thread), own);
  }

  @Override
  public void close() {
    connections.forEach(Connection::close);
    multiplexers.forEach(Multiplexer::close);
  }
}
