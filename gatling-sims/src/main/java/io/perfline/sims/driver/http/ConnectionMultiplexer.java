package io.perfline.sims.driver.http;

import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Connections to one server, which share a selector. The multiplexer's monitor guards all of them.
 *
 * @param <C> the type of a connection, which sends one request at a time
 */
public abstract class ConnectionMultiplexer<C extends MultiplexedConnection>
    implements Multiplexer {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_STEP = 100 * MILLI;

  private final HttpAddress address;
  private final IntFunction<Requests> requests;
  private final Duration timeout;
  private final long step;
  private final Selector selector;
  private final List<C> connections = new ArrayList<>();
  private final Queue<C> thinking =
      new PriorityQueue<>(Comparator.comparingLong(one -> one.exchange().thinksUntil()));
  private final Consumer<SelectionKey> handling = this::handle;

  /** The connections whose request has a result that has not been reported yet. */
  private final Queue<C> over = new ArrayDeque<>();

  private long expiredAt = System.nanoTime();

  /** The thread that waits for responses or handles them; null if there is none. */
  private Thread waiting;

  /**
   * @param requests returns the requests of the connection with an index
   */
  protected ConnectionMultiplexer(
      HttpAddress address, IntFunction<Requests> requests, Duration timeout) {
    this.address = address;
    this.requests = requests;
    this.timeout = timeout;
    step = Math.max(MILLI, Math.min(LONGEST_STEP, timeout.toNanos() / 10));
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch connections", e);
    }
  }

  /** Returns a connection that is not yet opened. */
  protected abstract C create(
      int index, Requests own, RequestListener listener, Duration requestTimeout);

  /** Returns an exception for the failure to open the connection with an index. */
  protected DriverException refused(int index, IOException e) {
    return HttpSession.refused(index, address, e);
  }

  /** Sends what was collected in order to be sent together; called before each wait. */
  protected void sendCollected() {}

  protected final HttpAddress address() {
    return address;
  }

  /**
   * Starts to open a socket, which may be connected already.
   *
   * @param ready called when the socket can be used without blocking
   */
  public final SelectionKey open(Runnable ready) throws IOException {
    SocketChannel socket = SocketChannel.open();
    try {
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      socket.configureBlocking(false);
      boolean connected = socket.connect(address.resolved());
      SelectionKey key = socket.register(selector, connected ? 0 : SelectionKey.OP_CONNECT, ready);
      changed();
      return key;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public final C connect(int index, RequestListener listener) {
    C connection = connectLater(index, listener);
    try {
      awaitOpen(connection);
    } catch (IOException e) {
      connection.close();
      throw refused(index, e);
    }
    return connection;
  }

  @Override
  public final synchronized C connectLater(int index, RequestListener listener) {
    C connection = create(connections.size(), requests.apply(index), listener, timeout);
    connections.add(connection);
    connection.begin();
    return connection;
  }

  private void awaitOpen(C connection) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!isReady(connection)) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted");
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new SocketTimeoutException("no connection within " + timeout.toMillis() + " ms");
      }
      selector.select(handling, left / MILLI + 1);
    }
  }

  private synchronized boolean isReady(C connection) throws IOException {
    return connection.isReady();
  }

  private synchronized void handle(SelectionKey key) {
    if (key.isValid()) {
      ((Runnable) key.attachment()).run();
    }
  }

  @Override
  public final void await(long nanos, Listener listener) {
    try {
      long wait = Math.min(nanos, nanosToNextStep());
      if (wait <= 0) {
        selector.selectNow(handling);
      } else {
        selector.select(handling, (wait + MILLI - 1) / MILLI);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot wait for answers of " + address, e);
    }
    report(listener);
  }

  /** Performs the actions that are due, and returns the time until the next one in nanoseconds. */
  private synchronized long nanosToNextStep() {
    waiting = Thread.currentThread();
    long now = System.nanoTime();
    while (!thinking.isEmpty() && thinking.peek().exchange().thinksUntil() - now <= 0) {
      thinking.remove().thought();
    }
    if (now - expiredAt >= step) {
      expiredAt = now;
      connections.forEach(connection -> connection.expire(now));
    }
    sendCollected();
    if (!over.isEmpty()) {
      return 0;
    }
    long next = expiredAt + step;
    return thinking.isEmpty() || thinking.peek().exchange().thinksUntil() - next > 0
        ? next - now
        : thinking.peek().exchange().thinksUntil() - now;
  }

  /** Reports connections without holding the monitor, because the listener sends requests. */
  private void report(Listener listener) {
    for (C next = nextOver(); next != null; next = nextOver()) {
      listener.isFree(next.index(), next.exchange().hasFailed());
    }
  }

  private synchronized C nextOver() {
    waiting = null;
    return over.poll();
  }

  /** Called when a connection's request has a result. */
  void isOver(int index) {
    over.add(connections.get(index));
    changed();
  }

  /** Called when a connection starts to wait for the end of a think time. */
  void isThinking(int index) {
    thinking.add(connections.get(index));
    changed();
  }

  /** Called when a connection waits for another event, which a waiting thread must know. */
  public final void changed() {
    if (isAwaitedElsewhere()) {
      selector.wakeup();
    }
  }

  /**
   * Returns whether another thread waits for responses, which does not notice changes by itself.
   */
  protected final boolean isAwaitedElsewhere() {
    return waiting != null && waiting != Thread.currentThread();
  }

  /** Returns whether the multiplexer has not been closed. */
  public final boolean isOpen() {
    return selector.isOpen();
  }

  @Override
  public final void wakeUp() {
    selector.wakeup();
  }

  @Override
  public synchronized void close() {
    connections.forEach(MultiplexedConnection::close);
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop watching connections", e);
    }
  }
}
