package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** One of a {@link HttpMultiplexer}'s connections. */
final class HttpChannel implements Connection, HttpExchange.Wire {

  /** How often in a row it reads at most: others have answers too. */
  private static final int MOST_READS = 16;

  private final HttpMultiplexer multiplexer;
  private final int place;
  private final Duration timeout;
  private final HttpExchange exchange;
  private final UnsentRequest unsent = new UnsentRequest();
  private SocketChannel channel;
  private SelectionKey key;

  HttpChannel(
      HttpMultiplexer multiplexer,
      int place,
      Requests requests,
      RequestListener listener,
      Duration timeout) {
    this.multiplexer = multiplexer;
    this.place = place;
    this.timeout = timeout;
    exchange = new HttpExchange(this, requests, listener, timeout);
  }

  /** Opens it and waits for that. */
  void connect() throws IOException {
    SocketChannel opened = SocketChannel.open();
    try {
      opened.socket().connect(multiplexer.address().resolved(), TcpConnection.millis(timeout));
      register(opened, SelectionKey.OP_READ);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void register(SocketChannel opened, int interest) throws IOException {
    opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
    opened.configureBlocking(false);
    key = opened.register(multiplexer.selector(), interest, this);
    channel = opened;
  }

  int place() {
    return place;
  }

  /** Whether its last request has. */
  boolean hasFailed() {
    return exchange.hasFailed();
  }

  @Override
  public void send(long request) {
    exchange.begin(request);
    next();
  }

  long thinksUntil() {
    return exchange.thinksUntil();
  }

  void thought() {
    exchange.thought();
    next();
  }

  /** Something can be done without waiting. */
  void ready() {
    boolean asked = exchange.isAsking();
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
    if (asked) {
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
        drop(); // the server has closed it, or talks when it isn't asked
        return;
      }
      exchange.received(count);
      if (count < most) {
        return;
      }
    }
  }

  /** What is awaited may have taken too long. */
  void expire(long now) {
    if (exchange.giveUp(now, false)) {
      exchange.failed(new IOException("no answer in time"));
      next();
    }
  }

  /** Says what it waits for now. */
  private void next() {
    if (exchange.isOver()) {
      multiplexer.isOver(this);
    } else if (exchange.isThinking()) {
      multiplexer.thinks(this);
    }
  }

  @Override
  public boolean open() throws IOException {
    // What was answered before it was sent: its rest would be the next request.
    if (unsent.isLeft()) {
      drop();
    }
    if (channel != null) {
      return true;
    }
    multiplexer.reopened();
    SocketChannel opened = SocketChannel.open();
    try {
      register(opened, 0);
      boolean open = opened.connect(multiplexer.address().resolved());
      key.interestOps(open ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
      return open;
    } catch (IOException | RuntimeException e) {
      opened.close();
      channel = null;
      throw e;
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

  /** Sends as much as the network takes, and waits for its taking the rest. */
  private void send() throws IOException {
    unsent.send(channel, multiplexer.sending());
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
}
