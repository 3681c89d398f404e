package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Keep-alive connections to one server. Its monitor guards all of them. */
final class HttpMultiplexer implements Multiplexer {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_STEP = 100 * MILLI;
  private static final int SENDING = 16 * 1024;

  private final HttpAddress address;
  private final IntFunction<Requests> requests;
  private final Duration timeout;
  private final AtomicLong reopened;
  private final long step;
  private final Selector selector;
  private final ByteBuffer sending;
  private final List<HttpChannel> channels = new ArrayList<>();
  private final Queue<HttpChannel> thinking =
      new PriorityQueue<>(Comparator.comparingLong(channel -> channel.exchange().thinksUntil()));
  private final Consumer<SelectionKey> handling = this::handle;

  /** The connections whose request has a result that was not yet reported. */
  private final Queue<HttpChannel> over = new ArrayDeque<>();

  private long expiredAt = System.nanoTime();

  /** The thread in {@link #await}; null if there is none. */
  private volatile Thread waiting;

  /**
   * @param requests of the connection with this index
   * @param reopened counts how often a connection had to be opened again
   */
  HttpMultiplexer(
      HttpAddress address, IntFunction<Requests> requests, Duration timeout, AtomicLong reopened) {
    this.reopened = reopened;
    this.address = address;
    this.requests = requests;
    this.timeout = timeout;
    sending = address.tls() ? ByteBuffer.allocate(SENDING) : ByteBuffer.allocateDirect(SENDING);
    step = Math.max(MILLI, Math.min(LONGEST_STEP, timeout.toNanos() / 10));
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch connections", e);
    }
  }

  @Override
  public HttpChannel connect(int index, RequestListener listener) {
    HttpChannel channel = connectLater(index, listener);
    try {
      awaitOpen(channel);
    } catch (IOException e) {
      channel.close();
      throw HttpSession.refused(index, address, e);
    }
    return channel;
  }

  @Override
  public synchronized HttpChannel connectLater(int index, RequestListener listener) {
    HttpChannel channel =
        new HttpChannel(this, channels.size(), requests.apply(index), listener, timeout);
    channels.add(channel);
    channel.begin();
    return channel;
  }

  private void awaitOpen(HttpChannel channel) throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!channel.isOpen()) {
      if (channel.refusal() != null) {
        throw channel.refusal();
      }
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

  private synchronized void handle(SelectionKey key) {
    if (key.isValid()) {
      ((HttpChannel) key.attachment()).ready();
    }
  }

  @Override
  public void await(long nanos, Listener listener) {
    waiting = Thread.currentThread();
    try {
      long wait = Math.min(nanos, nanosToNextStep());
      if (wait <= 0) {
        selector.selectNow(handling);
      } else {
        selector.select(handling, (wait + MILLI - 1) / MILLI);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot wait for answers of " + address, e);
    } finally {
      waiting = null;
    }
    report(listener);
  }

  /** Resumes connections after think time, expires requests, and returns when to do so again. */
  private synchronized long nanosToNextStep() {
    long now = System.nanoTime();
    while (!thinking.isEmpty() && thinking.peek().exchange().thinksUntil() - now <= 0) {
      thinking.remove().thought();
    }
    if (now - expiredAt >= step) {
      expiredAt = now;
      for (HttpChannel channel : channels) {
        channel.expire(now);
      }
    }
    if (!over.isEmpty()) {
      return 0;
    }
    long next = expiredAt + step;
    return thinking.isEmpty() || thinking.peek().exchange().thinksUntil() - next > 0
        ? next - now
        : thinking.peek().exchange().thinksUntil() - now;
  }

  /** Reports connections without this monitor, because the listener sends requests. */
  private void report(Listener listener) {
    for (HttpChannel next = nextOver(); next != null; next = nextOver()) {
      listener.isFree(next.index(), next.exchange().hasFailed());
    }
  }

  private synchronized HttpChannel nextOver() {
    return over.poll();
  }

  /** Called when a connection's request has a result. */
  void isOver(HttpChannel channel) {
    over.add(channel);
    changed();
  }

  /** Called when a connection has to wait for the end of a think time. */
  void isThinking(HttpChannel channel) {
    thinking.add(channel);
    changed();
  }

  /** Called when a connection waits for another event, of which a waiting thread must know. */
  void changed() {
    Thread other = waiting;
    if (other != null && other != Thread.currentThread()) {
      selector.wakeup();
    }
  }

  /**
   * Called when a connection is being opened.
   *
   * @param again whether it was open before
   */
  void opens(boolean again) {
    if (again) {
      reopened.incrementAndGet();
    }
  }

  Transport transport(SocketChannel channel) throws IOException {
    return address.tls()
        ? new TlsTransport(channel, address, sending)
        : new PlainTransport(channel, sending);
  }

  InetSocketAddress resolved() throws IOException {
    return address.resolved();
  }

  SelectionKey register(SocketChannel opened, int interest, HttpChannel channel)
      throws IOException {
    SelectionKey key = opened.register(selector, interest, channel);
    changed();
    return key;
  }

  @Override
  public void wakeUp() {
    selector.wakeup();
  }

  @Override
  public void close() {
    channels.forEach(HttpChannel::close);
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop watching connections", e);
    }
  }
}
