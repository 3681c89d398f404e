package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * A keep-alive connection with a thread of its own: {@link #send} returns with the answer. The next
 * request reopens a connection that broke or was closed by the server.
 */
final class HttpConnection implements Connection, HttpExchange.Wire {

  private final HttpAddress address;
  private final Requests requests;
  private final Duration timeout;
  private final HttpExchange exchange;
  private final AtomicLong opened = new AtomicLong();
  private volatile Thread sender;
  private volatile TcpConnection wire;
  private boolean closed;

  /** The connection is opened by {@link #open}, or by its first request. */
  HttpConnection(
      HttpAddress address, Requests requests, RequestListener listener, Duration timeout) {
    this.address = address;
    this.requests = requests;
    this.timeout = timeout;
    exchange = new HttpExchange(this, requests, listener, timeout);
  }

  /** Returns the requests that it sends. */
  Requests requests() {
    return requests;
  }

  @Override
  public void send(long request) {
    if (sender == null) {
      sender = Thread.currentThread();
    }
    exchange.begin(request);
    while (!exchange.isOver()) {
      if (exchange.isThinking()) {
        think();
      } else {
        read();
      }
    }
  }

  private void think() {
    long left = exchange.thinksUntil() - System.nanoTime();
    while (left > 0 && !sender.isInterrupted()) {
      LockSupport.parkNanos(this, left);
      left = exchange.thinksUntil() - System.nanoTime();
    }
    exchange.thought();
  }

  private void read() {
    ByteBuffer room = exchange.room();
    TcpConnection open = wire;
    int count;
    try {
      if (open == null) {
        throw new IOException("the connection is closed");
      }
      count = open.in().read(room.array(), room.position(), room.remaining());
    } catch (IOException e) {
      exchange.failed(e);
      return;
    }
    exchange.received(count);
  }

  /**
   * Fails a request that has exceeded the timeout, or whose sender was stopped. Called by another
   * thread than the sender's, because the timeout of a blocking read costs time.
   */
  void expire(long now) {
    Thread waiting = sender;
    if (exchange.giveUp(now, waiting != null && waiting.isInterrupted())) {
      TcpConnection stuck = wire;
      if (stuck != null) {
        stuck.close();
      }
    }
  }

  long reopened() {
    return Math.max(0, opened.get() - 1);
  }

  @Override
  public synchronized boolean open() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed");
    }
    if (wire == null) {
      wire = TcpConnection.open(address, timeout);
      opened.incrementAndGet();
    }
    return true;
  }

  @Override
  public boolean isOpen() {
    return wire != null;
  }

  @Override
  public void dropIfStale(long idleNanos) {
    TcpConnection idle = wire;
    try {
      if (idle != null && idle.isStale()) {
        drop();
      }
    } catch (IOException broken) {
      drop();
    }
  }

  @Override
  public OutputStream out() {
    return wire.out();
  }

  @Override
  public void drop() {
    TcpConnection broken = wire;
    wire = null;
    if (broken != null) {
      broken.close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }

  /** A TCP connection, with TLS if the address requires it. */
  static final class TcpConnection implements AutoCloseable {

    private final SocketChannel channel;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private TcpConnection(SocketChannel channel, Socket socket) throws IOException {
      this.channel = channel;
      this.socket = socket;
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    static TcpConnection open(HttpAddress address, Duration timeout) throws IOException {
      SocketChannel channel = SocketChannel.open();
      Socket plain = channel.socket();
      try {
        plain.setTcpNoDelay(true);
        int millis = millis(timeout);
        plain.connect(address.resolved(), millis);
        return new TcpConnection(channel, address.tls() ? secured(plain, address, millis) : plain);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }

    /** Returns a timeout for sockets: at least 1, because 0 means no timeout. */
    static int millis(Duration timeout) {
      return (int) Math.max(1, Math.min(Integer.MAX_VALUE, timeout.toMillis()));
    }

    private static Socket secured(Socket plain, HttpAddress address, int millis)
        throws IOException {
      SSLSocket socket =
          (SSLSocket) trusting().createSocket(plain, address.host(), address.port(), true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      plain.setSoTimeout(millis);
      socket.startHandshake();
      plain.setSoTimeout(0);
      return socket;
    }

    /** Returns a factory with the trusted certificates of this process. */
    private static SSLSocketFactory trusting() {
      try {
        return SSLContext.getDefault().getSocketFactory();
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("this Java has no TLS", e);
      }
    }

    InputStream in() {
      return in;
    }

    /** Returns whether the server has closed the connection, or sent bytes without a request. */
    boolean isStale() throws IOException {
      synchronized (channel.blockingLock()) {
        channel.configureBlocking(false);
        try {
          return channel.read(ByteBuffer.allocate(1)) != 0;
        } finally {
          channel.configureBlocking(true);
        }
      }
    }

    OutputStream out() {
      return out;
    }

    /** Closes the connection on any thread; a blocked read or write throws then. */
    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close a connection", e);
      }
    }
  }
}
