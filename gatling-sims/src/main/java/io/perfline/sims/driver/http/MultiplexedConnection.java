package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.time.Duration;

/** A connection of a {@link ConnectionMultiplexer}, whose monitor guards it. */
public abstract class MultiplexedConnection implements Connection, HttpExchange.Wire {

  private final ConnectionMultiplexer<?> multiplexer;
  private final int index;
  private final Requests requests;
  private final HttpExchange exchange;

  /**
   * @param index the index of the connection in the multiplexer
   */
  protected MultiplexedConnection(
      ConnectionMultiplexer<?> multiplexer,
      int index,
      Requests requests,
      RequestListener listener,
      Duration timeout) {
    this.multiplexer = multiplexer;
    this.index = index;
    this.requests = requests;
    exchange = new HttpExchange(this, requests, listener, timeout);
  }

  /** Starts opening the connection; a failure is reported later. */
  protected abstract void begin();

  /**
   * Returns whether requests can be sent.
   *
   * @throws IOException if the connection could not be opened
   */
  protected abstract boolean isReady() throws IOException;

  int index() {
    return index;
  }

  Requests requests() {
    return requests;
  }

  protected final HttpExchange exchange() {
    return exchange;
  }

  @Override
  public final void send(long request) {
    synchronized (multiplexer) {
      exchange.begin(request);
      next();
    }
  }

  /** Called at the end of a think time. */
  void thought() {
    exchange.thought();
    next();
  }

  /** Fails a request that has exceeded its timeout. */
  void expire(long now) {
    if (exchange.isLate(now)) {
      exchange.failed(ErrorKind.TIMEOUT);
      next();
    }
  }

  /** Registers the connection with the multiplexer for its next event. */
  protected final void next() {
    if (exchange.isOver()) {
      multiplexer.isOver(index);
    } else if (exchange.isThinking()) {
      multiplexer.isThinking(index);
    }
  }

  /** Abandons the request in flight. */
  @Override
  public final void close() {
    synchronized (multiplexer) {
      drop();
    }
  }
}
