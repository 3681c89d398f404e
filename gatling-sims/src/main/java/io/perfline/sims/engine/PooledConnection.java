package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestSequence;

/** A connection of a {@link ConnectionPool}, which sends one request at a time. */
final class PooledConnection {

  private final int multiplexer;
  private final Connection connection;
  private long request;
  private RequestSequence.Request own;

  /**
   * @param multiplexer the index of its multiplexer
   */
  PooledConnection(int multiplexer, Connection connection) {
    this.multiplexer = multiplexer;
    this.connection = connection;
  }

  int multiplexer() {
    return multiplexer;
  }

  long request() {
    return request;
  }

  /** Returns the current request of a sequence; null if all requests are alike. */
  RequestSequence.Request own() {
    return own;
  }

  /**
   * Sets the next request.
   *
   * @param ofSequence null if all requests are alike
   */
  void assign(long number, RequestSequence.Request ofSequence) {
    request = number;
    own = ofSequence;
  }

  void send() {
    if (own == null) {
      connection.send(request);
    } else {
      own.sendOver(connection, request);
    }
  }
}
