package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** Sends the requests of several connections in the closed model, and handles their answers. */
final class MultiplexedSender implements Sender {

  /** A connection that waits after a failure. */
  private record Pause(int place, long until) {}

  private final Ticker ticker;
  private final Multiplexer multiplexer;
  private final InFlightRequests lane;
  private final List<Connection> connections;
  private final Queue<Pause> pauses = new ArrayDeque<>();
  private int inFlight;
  private volatile boolean stopped;

  /**
   * @param inFlight the in-flight requests of all its connections
   * @param connections in the order in which they were opened
   */
  MultiplexedSender(
      Ticker ticker,
      Multiplexer multiplexer,
      InFlightRequests inFlight,
      List<Connection> connections) {
    this.ticker = ticker;
    this.multiplexer = multiplexer;
    this.lane = inFlight;
    this.connections = connections;
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    for (int place = 0; place < connections.size(); place++) {
      send(place);
    }
    while (inFlight + pauses.size() > 0 && !stopped && !Thread.currentThread().isInterrupted()) {
      long next = pauses.isEmpty() ? Long.MAX_VALUE : pauses.peek().until() - ticker.nanos();
      multiplexer.await(next, this::isFree);
      while (!pauses.isEmpty() && pauses.peek().until() - ticker.nanos() <= 0) {
        send(pauses.remove().place());
      }
    }
  }

  private void isFree(int place, boolean failed) {
    inFlight--;
    if (failed) {
      pauses.add(new Pause(place, ticker.nanos() + PAUSE_AFTER_FAILURE));
    } else {
      send(place);
    }
  }

  /** Sends one, unless the time for that is over. */
  private void send(int place) {
    long request = lane.begin();
    if (request != InFlightRequests.OVER) {
      inFlight++;
      try {
        connections.get(place).send(request);
      } catch (RuntimeException e) {
        lane.failed(request, e.getClass().getSimpleName());
        isFree(place, true);
      }
    }
  }
}
