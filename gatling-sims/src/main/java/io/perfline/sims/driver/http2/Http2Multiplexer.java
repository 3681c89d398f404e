package io.perfline.sims.driver.http2;

import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.http.HttpAddress;
import io.perfline.sims.driver.http.HttpSession;
import io.perfline.sims.driver.http.Requests;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
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

/** HTTP/2 connections to one server and their streams. Its monitor guards all of them. */
final class Http2Multiplexer implements Multiplexer {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_STEP = 100 * MILLI;

  private final HttpAddress address;
  private final int streamsEach;
  private final IntFunction<Requests> requests;
  private final Duration timeout;
  private final long step;
  private final Selector selector;
  private final List<StreamConnection> streams = new ArrayList<>();
  private final List<Http2Link> links = new ArrayList<>();
  private final Queue<StreamConnection> thinking =
      new PriorityQueue<>(Comparator.comparingLong(stream -> stream.exchange().thinksUntil()));
  private final Consumer<SelectionKey> handling = this::handle;

  /** The streams whose request has a result that was not yet reported. */
  private final Queue<StreamConnection> over = new ArrayDeque<>();

  /** The connections with frames that are sent together before the next wait. */
  private final List<Http2Channel> unsent = new ArrayList<>();

  private long expiredAt = System.nanoTime();

  /** The thread in {@link #await}; null if there is none. */
  private Thread waiting;

  /**
   * @param streamsEach number of requests at the same time on each connection
   * @param requests of the stream with this index
   */
  Http2Multiplexer(
      HttpAddress address, int streamsEach, IntFunction<Requests> requests, Duration timeout) {
    this.address = address;
    this.streamsEach = streamsEach;
    this.requests = requests;
    this.timeout = timeout;
    step = Math.max(MILLI, Math.min(LONGEST_STEP, timeout.toNanos() / 10));
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch connections", e);
    }
  }

  @Override
  public StreamConnection connect(int index, RequestListener listener) {
    StreamConnection stream = connectLater(index, listener);
    try {
      awaitOpen(stream.link());
    } catch (IOException e) {
      throw refused(index, e);
    }
    return stream;
  }

  /** Returns a stream whose connection is opened by the first request on it. */
  @Override
  public synchronized StreamConnection connectLater(int index, RequestListener listener) {
    if (streams.size() % streamsEach == 0) {
      links.add(new Http2Link(this, address));
    }
    StreamConnection stream =
        new StreamConnection(
            this,
            links.get(links.size() - 1),
            streams.size(),
            requests.apply(index),
            listener,
            timeout);
    streams.add(stream);
    return stream;
  }

  private void awaitOpen(Http2Link link) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Http2Channel channel = openOf(link);
    while (!channel.isReady()) {
      if (channel.failure() != null) {
        throw channel.failure();
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted");
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new SocketTimeoutException("no settings within " + timeout.toMillis() + " ms");
      }
      selector.select(handling, left / MILLI + 1);
    }
  }

  private DriverException refused(int index, IOException e) {
    return e instanceof ProtocolException || e instanceof EOFException
        ? new DriverException(
            "connection %d to %s failed: %s; if the service does not speak HTTP/2 there, write"
                    .formatted(index, address, e.getMessage())
                + " 'protocol: http/1.1'",
            e)
        : HttpSession.refused(index, address, e);
  }

  private synchronized Http2Channel openOf(Http2Link link) throws IOException {
    return link.open();
  }

  private synchronized void handle(SelectionKey key) {
    if (key.isValid()) {
      ((Http2Channel) key.attachment()).ready();
    }
  }

  @Override
  public void await(long nanos, Listener listener) {
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

  /** Does what is due, and returns when to do so again. */
  private synchronized long nanosToNextStep() {
    waiting = Thread.currentThread();
    long now = System.nanoTime();
    while (!thinking.isEmpty() && thinking.peek().exchange().thinksUntil() - now <= 0) {
      thinking.remove().thought();
    }
    if (now - expiredAt >= step) {
      expiredAt = now;
      streams.forEach(stream -> stream.giveUp(now, false));
    }
    sendUnsent();
    if (!over.isEmpty()) {
      return 0;
    }
    long next = expiredAt + step;
    return thinking.isEmpty() || thinking.peek().exchange().thinksUntil() - next > 0
        ? next - now
        : thinking.peek().exchange().thinksUntil() - now;
  }

  private void sendUnsent() {
    for (int i = 0; i < unsent.size(); i++) {
      unsent.get(i).flush();
    }
    unsent.clear();
  }

  /** Reports streams without this monitor, because the listener sends requests. */
  private void report(Listener listener) {
    for (StreamConnection next = nextOver(); next != null; next = nextOver()) {
      listener.isFree(next.index(), next.exchange().hasFailed());
    }
  }

  private synchronized StreamConnection nextOver() {
    waiting = null;
    return over.poll();
  }

  /** Fails all requests in flight. */
  synchronized void giveUp() {
    thinking.clear();
    streams.forEach(stream -> stream.giveUp(System.nanoTime(), true));
  }

  boolean isOpen() {
    return selector.isOpen();
  }

  Selector selector() {
    return selector;
  }

  /** Called when a stream's request has a result. */
  void isOver(StreamConnection stream) {
    over.add(stream);
    changed();
  }

  /** Called when a stream has to wait for the end of a think time. */
  void isThinking(StreamConnection stream) {
    thinking.add(stream);
    changed();
  }

  /** Called when a connection has frames to send, which it sends by itself while it is read. */
  void hasUnsent(Http2Channel channel) {
    if (waiting == null || waiting == Thread.currentThread()) {
      unsent.add(channel);
    } else {
      channel.flush();
    }
  }

  /** Called when a connection waits for another event, of which a waiting thread must know. */
  void changed() {
    if (waiting != null && waiting != Thread.currentThread()) {
      selector.wakeup();
    }
  }

  @Override
  public void wakeUp() {
    selector.wakeup();
  }

  @Override
  public synchronized void close() {
    links.forEach(Http2Link::close);
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop watching connections", e);
    }
  }
}
