package io.perfline.sims.driver.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One TCP connection, with TLS when the address says so. */
final class TcpConnection implements AutoCloseable {

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

  private static Socket secured(Socket plain, HttpAddress address, int millis) throws IOException {
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
