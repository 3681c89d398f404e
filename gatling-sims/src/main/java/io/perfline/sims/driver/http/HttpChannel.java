package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A keep-alive connection of a {@link HttpMultiplexer}, whose monitor guards it. If the connection
 * has failed or was closed by the server, the next request reopens it.
 */
final class HttpChannel extends MultiplexedConnection {

  /**
   * The idle time after which a request first checks whether the server has closed the connection.
   * The selector reports that as well, but not while its thread is busy.
   */
  private static final long MAY_BE_STALE = TimeUnit.MILLISECONDS.toNanos(10);

  /** The maximum number of consecutive reads, because other connections have responses too. */
  private static final int MAX_READS = 16;

  private final HttpMultiplexer multiplexer;
  private final UnsentBytes unsent = new UnsentBytes();

  /** The transport; null while the connection is closed. */
  private Transport transport;

  private SelectionKey key;
  private boolean isUsable;
  private boolean wasUsable;

  /** The reason why the first attempt to open the connection failed; null if it did not. */
  private IOException refusal;

  /**
   * @param index the index of the connection in the multiplexer
   */
  HttpChannel(
      HttpMultiplexer multiplexer,
      int index,
      Requests requests,
      RequestListener listener,
      Duration timeout) {
    super(multiplexer, index, requests, listener, timeout);
    this.multiplexer = multiplexer;
  }

  @Override
  protected void begin() {
    try {
      open();
    } catch (IOException e) {
      fail(e);
    }
  }

  @Override
  protected boolean isReady() throws IOException {
    if (refusal != null) {
      throw refusal;
    }
    return isUsable;
  }

  /** Called when the socket can be used without blocking. */
  void ready() {
    boolean wasAsking = exchange().isAsking();
    try {
      if (key.isConnectable()) {
        ((SocketChannel) key.channel()).finishConnect();
      }
      if (!isUsable) {
        shakeHands();
        if (isUsable && wasAsking) {
          exchange().opened();
        }
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
    if (exchange().isAsking()) {
      exchange().failed(e);
    } else {
      refusal = wasUsable ? null : e;
      drop();
    }
  }

  private void read() throws IOException {
    Transport open = transport;
    for (int i = 0; open == transport && (i < MAX_READS || open.hasMore()); i++) {
      ByteBuffer room = exchange().room();
      int capacity = room.remaining();
      int count = open.read(room);
      if (count == 0) {
        return;
      } else if (!exchange().isAsking()) {
        drop(); // the server has closed the connection, or sent bytes without a request
        return;
      }
      exchange().received(count);
      if (count < capacity && !open.hasMore()) {
        return;
      }
    }
  }

  @Override
  public boolean open() throws IOException {
    // If so, the previous request was answered before it was sent completely.
    if (unsent.isLeft()) {
      drop();
    }
    if (transport == null) {
      multiplexer.opens(wasUsable);
      connect();
    }
    return isUsable;
  }

  private void connect() throws IOException {
    key = multiplexer.open(this::ready);
    SocketChannel opened = (SocketChannel) key.channel();
    try {
      transport = multiplexer.transport(opened);
      if (opened.isConnected()) {
        shakeHands();
      }
    } catch (IOException | RuntimeException e) {
      opened.close();
      transport = null;
      throw e;
    }
  }

  private void shakeHands() throws IOException {
    isUsable = transport.shakeHands();
    wasUsable |= isUsable;
    awaitNetwork();
  }

  /** Waits until bytes arrive or, if there is something to send, until the network accepts more. */
  private void awaitNetwork() {
    boolean sends = unsent.isLeft() || transport.isBlocked();
    int interest = sends ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (key.interestOps() != interest) {
      key.interestOps(interest);
      multiplexer.changed();
    }
  }

  @Override
  public boolean isOpen() {
    return isUsable;
  }

  @Override
  public void dropIfStale(long idleNanos) {
    try {
      if (idleNanos > MAY_BE_STALE
          && transport != null
          && transport.read(ByteBuffer.allocate(1)) != 0) {
        drop();
      }
    } catch (IOException failed) {
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

  private void send() throws IOException {
    transport.send(unsent);
    awaitNetwork();
  }

  @Override
  public void drop() {
    unsent.drop();
    isUsable = false;
    Transport failed = transport;
    transport = null;
    if (failed != null) {
      try {
        failed.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close a connection", e);
      }
    }
  }
}
