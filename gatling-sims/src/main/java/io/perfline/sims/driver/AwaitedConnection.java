package io.perfline.sims.driver;

/**
 * The only connection of a multiplexer, for callers that wait: {@link #send} returns after the
 * response.
 */
public final class AwaitedConnection implements Connection {

  private final Multiplexer multiplexer;
  private final Connection connection;
  private boolean isFree;

  /**
   * Opens the connection.
   *
   * @param multiplexer the multiplexer, which is closed with the connection or if the connection
   *     cannot be opened
   * @throws DriverException if the server does not accept the connection
   */
  public AwaitedConnection(Multiplexer multiplexer, int index, RequestListener listener) {
    this.multiplexer = multiplexer;
    try {
      connection = multiplexer.connect(index, listener);
    } catch (DriverException e) {
      multiplexer.close();
      throw e;
    }
  }

  /**
   * Sends a request and waits for its result.
   *
   * @throws DriverException if the thread is interrupted while it waits
   */
  @Override
  public void send(long request) {
    isFree = false;
    connection.send(request);
    while (!isFree) {
      if (Thread.currentThread().isInterrupted()) {
        throw new DriverException("interrupted while an answer was awaited");
      }
      multiplexer.await(Long.MAX_VALUE, (index, failed) -> isFree = true);
    }
  }

  @Override
  public void close() {
    multiplexer.close();
  }
}
