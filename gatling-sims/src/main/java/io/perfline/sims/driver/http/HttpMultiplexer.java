package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Kept-alive connections to one server, without TLS, that one thread drives. */
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
  private final ByteBuffer sending = ByteBuffer.allocateDirect(SENDING);
  private final List<HttpChannel> channels = new ArrayList<>();
  private final Queue<HttpChannel> thinking =
      new PriorityQueue<>(Comparator.comparingLong(HttpChannel::thinksUntil));
  private final Consumer<SelectionKey> handling = key -> ((HttpChannel) key.attachment()).ready();

  /** Those whose request has an outcome and of which nobody was told. */
  private final List<HttpChannel> over = new ArrayList<>();

  private long lookedAt = System.nanoTime();

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
    step = Math.max(MILLI, Math.min(LONGEST_STEP, timeout.toNanos() / 10));
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch connections", e);
    }
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    HttpChannel channel =
        new HttpChannel(this, channels.size(), requests.apply(index), listener, timeout);
    try {
      channel.connect();
    } catch (IOException e) {
      throw new DriverException(HttpSession.refused(index, address, e), e);
    }
    channels.add(channel);
    return channel;
  }

  @Override
  public void await(long nanos, Listener listener) {
    try {
      long until = wake();
      long wait = Math.min(nanos, until - System.nanoTime());
      if (wait <= 0 || !over.isEmpty()) {
        selector.selectNow(handling);
      } else {
        selector.select(handling, Math.max(1, (wait + MILLI - 1) / MILLI));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot wait for answers of " + address, e);
    }
    tell(listener);
  }

  /** Has those go on that have thought, and gives up what takes too long; until when to wait. */
  private long wake() {
    long now = System.nanoTime();
    while (!thinking.isEmpty() && thinking.peek().thinksUntil() - now <= 0) {
      thinking.remove().thought();
    }
    if (now - lookedAt >= step) {
      lookedAt = now;
      for (HttpChannel channel : channels) {
        channel.expire(now);
      }
    }
    long look = lookedAt + step;
    return thinking.isEmpty() || thinking.peek().thinksUntil() - look > 0
        ? look
        : thinking.peek().thinksUntil();
  }

  private void tell(Listener listener) {
    // What is sent meanwhile may fail at once and so be over too.
    for (int i = 0; i < over.size(); i++) {
      HttpChannel channel = over.get(i);
      listener.isFree(channel.place(), channel.hasFailed());
    }
    over.clear();
  }

  void thinks(HttpChannel channel) {
    thinking.add(channel);
  }

  /** A request has its outcome. */
  void isOver(HttpChannel channel) {
    over.add(channel);
  }

  void reopened() {
    reopened.incrementAndGet();
  }

  HttpAddress address() {
    return address;
  }

  /** Room for what a connection sends just now. */
  ByteBuffer sending() {
    return sending;
  }

  Selector selector() {
    return selector;
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
