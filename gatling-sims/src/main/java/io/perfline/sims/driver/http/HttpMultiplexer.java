package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
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

/** Keep-alive connections to one server, without TLS, that one thread drives. */
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
      new PriorityQueue<>(Comparator.comparingLong(channel -> channel.exchange.thinksUntil()));
  private final Consumer<SelectionKey> handling = key -> ((HttpChannel) key.attachment()).ready();

  /** The connections whose request has a result that was not yet reported. */
  private final List<HttpChannel> over = new ArrayList<>();

  private long expiredAt = System.nanoTime();

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
    HttpChannel channel = new HttpChannel(channels.size(), requests.apply(index), listener);
    try {
      channel.connect();
    } catch (IOException e) {
      throw HttpSession.refused(index, address, e);
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

  /** Resumes connections after think time, expires requests, and returns when to do so again. */
  private long wake() {
    long now = System.nanoTime();
    while (!thinking.isEmpty() && thinking.peek().exchange.thinksUntil() - now <= 0) {
      thinking.remove().thought();
    }
    if (now - expiredAt >= step) {
      expiredAt = now;
      for (HttpChannel channel : channels) {
        channel.expire(now);
      }
    }
    long next = expiredAt + step;
    return thinking.isEmpty() || thinking.peek().exchange.thinksUntil() - next > 0
        ? next
        : thinking.peek().exchange.thinksUntil();
  }

  private void tell(Listener listener) {
    // The listener may send a request that fails at once and is added here.
    for (int i = 0; i < over.size(); i++) {
      HttpChannel channel = over.get(i);
      listener.isFree(channel.index, channel.exchange.hasFailed());
    }
    over.clear();
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

  /** A connection. */
  private final class HttpChannel implements Connection, HttpExchange.Wire {

    /** The selector reports a server's close earlier, but not while its thread is busy. */
    private static final long MAY_BE_STALE = 10 * MILLI;

    /** The most reads in a row, because other connections have answers too. */
    private static final int MOST_READS = 16;

    private final int index;
    private final HttpExchange exchange;
    private final UnsentRequest unsent = new UnsentRequest();
    private SocketChannel channel;
    private SelectionKey key;

    HttpChannel(int index, Requests requests, RequestListener listener) {
      this.index = index;
      exchange = new HttpExchange(this, requests, listener, timeout);
    }

    /** Opens the connection and waits for it. */
    void connect() throws IOException {
      SocketChannel opened = SocketChannel.open();
      try {
        opened.socket().connect(address.resolved(), HttpConnection.TcpConnection.millis(timeout));
        register(opened, SelectionKey.OP_READ);
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    private void register(SocketChannel opened, int interest) throws IOException {
      opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
      opened.configureBlocking(false);
      key = opened.register(selector, interest, this);
      channel = opened;
    }

    @Override
    public void send(long request) {
      exchange.begin(request);
      next();
    }

    void thought() {
      exchange.thought();
      next();
    }

    /** Called when the socket can be used without blocking. */
    void ready() {
      boolean wasAsking = exchange.isAsking();
      try {
        if (key.isConnectable()) {
          channel.finishConnect();
          key.interestOps(SelectionKey.OP_READ);
          exchange.opened();
        } else {
          if (key.isWritable()) {
            send();
          }
          read();
        }
      } catch (IOException e) {
        fail(e);
      }
      if (wasAsking) {
        next();
      }
    }

    private void fail(IOException e) {
      if (exchange.isAsking()) {
        exchange.failed(e);
      } else {
        drop();
      }
    }

    private void read() throws IOException {
      SocketChannel open = channel;
      for (int i = 0; i < MOST_READS && open == channel; i++) {
        ByteBuffer room = exchange.room();
        int most = room.remaining();
        int count = open.read(room);
        if (count == 0) {
          return;
        } else if (!exchange.isAsking()) {
          drop(); // the server has closed the connection, or sent bytes without a request
          return;
        }
        exchange.received(count);
        if (count < most) {
          return;
        }
      }
    }

    /** Fails a request that has taken too long. */
    void expire(long now) {
      if (exchange.giveUp(now, false)) {
        exchange.failed(new IOException("no answer in time"));
        next();
      }
    }

    /** Registers the connection with the multiplexer for its next event. */
    private void next() {
      if (exchange.isOver()) {
        over.add(this);
      } else if (exchange.isThinking()) {
        thinking.add(this);
      }
    }

    @Override
    public boolean open() throws IOException {
      // The previous request was answered before it was sent completely.
      if (unsent.isLeft()) {
        drop();
      }
      if (channel != null) {
        return true;
      }
      reopened.incrementAndGet();
      SocketChannel opened = SocketChannel.open();
      try {
        register(opened, 0);
        boolean open = opened.connect(address.resolved());
        key.interestOps(open ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
        return open;
      } catch (IOException | RuntimeException e) {
        opened.close();
        channel = null;
        throw e;
      }
    }

    @Override
    public boolean isOpen() {
      return channel != null;
    }

    @Override
    public void dropIfStale(long idleNanos) {
      try {
        if (idleNanos > MAY_BE_STALE
            && channel != null
            && channel.read(ByteBuffer.allocate(1)) != 0) {
          drop();
        }
      } catch (IOException broken) {
        drop();
      }
    }

    @Override
    public OutputStream out() {
      return unsent;
    }

    @Override
    public void written() throws IOException {
      send();
    }

    /** Sends what the socket accepts, and waits until it accepts the rest. */
    private void send() throws IOException {
      unsent.send(channel);
      int interest =
          unsent.isLeft() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
      if (key.interestOps() != interest) {
        key.interestOps(interest);
      }
    }

    @Override
    public void drop() {
      unsent.drop();
      SocketChannel broken = channel;
      channel = null;
      if (broken != null) {
        try {
          broken.close();
        } catch (IOException e) {
          throw new UncheckedIOException("cannot close a connection", e);
        }
      }
    }

    @Override
    public void close() {
      drop();
    }

    /** The unsent rest of a request, which is written at once and unchanged until its answer. */
    private final class UnsentRequest extends OutputStream {

      private byte[] bytes;
      private int from;
      private int to;

      @Override
      public void write(int one) {
        throw new UnsupportedOperationException("a request is written at once");
      }

      @Override
      public void write(byte[] request, int begin, int length) {
        bytes = request;
        from = begin;
        to = begin + length;
      }

      boolean isLeft() {
        return from < to;
      }

      /** Drops the rest. */
      void drop() {
        to = from;
      }

      /** Sends what the socket accepts. */
      void send(SocketChannel channel) throws IOException {
        boolean taken = true;
        while (taken && isLeft()) {
          int some = Math.min(sending.capacity(), to - from);
          sending.clear();
          sending.put(bytes, from, some).flip();
          from += channel.write(sending);
          taken = !sending.hasRemaining();
        }
      }
    }
  }
}
