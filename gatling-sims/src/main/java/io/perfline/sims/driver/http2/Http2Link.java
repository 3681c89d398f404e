package io.perfline.sims.driver.http2;

import io.perfline.sims.driver.http.HttpAddress;
import java.io.IOException;

/** The connection that some streams share. If it was closed, the next request opens a new one. */
final class Http2Link {

  private final Http2Multiplexer multiplexer;
  private final HttpAddress address;
  private Http2Channel current;
  private boolean closed;

  Http2Link(Http2Multiplexer multiplexer, HttpAddress address) {
    this.multiplexer = multiplexer;
    this.address = address;
  }

  boolean isTls() {
    return address.tls();
  }

  /** Returns the connection that accepts further requests, which may not be ready yet. */
  Http2Channel open() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed");
    }
    if (current == null || !current.accepts()) {
      current = new Http2Channel(multiplexer, address);
    }
    return current;
  }

  /** Returns whether there is a connection that accepts further requests. */
  boolean isOpen() {
    return current != null && current.accepts();
  }

  /**
   * Returns whether requests can be sent.
   *
   * @throws IOException if the connection could not be opened
   */
  boolean isReady() throws IOException {
    Http2Channel channel = current == null ? open() : current;
    if (channel.failure() != null) {
      throw channel.failure();
    }
    return channel.isReady();
  }

  /**
   * Reads anything that the server has sent meanwhile, such as the announcement that it will close
   * the connection.
   */
  void poll() {
    if (current != null) {
      current.read();
    }
  }

  void close() {
    closed = true;
    if (current != null) {
      current.close();
    }
  }
}
