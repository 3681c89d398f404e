package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * A kept-alive connection with a thread of its own: {@link #send} returns with the answer. One that
 * broke or that the server closed is opened again by the next request.
 */
final class HttpConnection implements Connection, HttpExchange.Wire {

  private final HttpAddress address;
  private final Duration timeout;
  private final HttpExchange exchange;
  private final AtomicLong reopened = new AtomicLong();
  private volatile Thread sender;
  private volatile TcpConnection wire;
  private boolean closed;

  HttpConnection(HttpAddress address, Requests requests, RequestListener listener, Duration timeout)
      throws IOException {
    this.address = address;
    this.timeout = timeout;
    exchange = new HttpExchange(this, requests, listener, timeout);
    wire = TcpConnection.open(address, timeout);
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
   * Gives up what has waited for longer than the timeout, or whose sender was told to stop. On
   * another thread than the sender's: a blocking read knows no timeout of its own that costs
   * nothing.
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
    return reopened.get();
  }

  @Override
  public synchronized boolean open() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed");
    }
    if (wire == null) {
      wire = TcpConnection.open(address, timeout);
      reopened.incrementAndGet();
    }
    return true;
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

  /** One TCP connection, with TLS when the address says so. */
  static final class TcpConnection implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private TcpConnection(Socket socket) throws IOException {
      this.socket = socket;
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    static TcpConnection open(HttpAddress address, Duration timeout) throws IOException {
      Socket plain = new Socket();
      try {
        plain.setTcpNoDelay(true);
        int millis = millis(timeout);
        plain.connect(address.resolved(), millis);
        return new TcpConnection(address.tls() ? secured(plain, address, millis) : plain);
      } catch (IOException | RuntimeException e) {
        plain.close();
        throw e;
      }
    }

    /** As sockets take it: at least 1, as 0 would be without end. */
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

    /** Trusts whom this process trusts. */
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

    OutputStream out() {
      return out;
    }

    /** Closes it, from any thread: who reads or writes meanwhile gets an exception. */
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
