package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/** Keep-alive connections to one server. */
final class HttpMultiplexer extends ConnectionMultiplexer<HttpChannel> {

  private static final int SENDING = 16 * 1024;

  private final AtomicLong reopened;
  private final ByteBuffer sending;

  /**
   * @param requests returns the requests of the connection with an index
   * @param reopened counts how often a connection was reopened
   */
  HttpMultiplexer(
      HttpAddress address, IntFunction<Requests> requests, Duration timeout, AtomicLong reopened) {
    super(address, requests, timeout);
    this.reopened = reopened;
    sending = address.tls() ? ByteBuffer.allocate(SENDING) : ByteBuffer.allocateDirect(SENDING);
  }

  @Override
  protected HttpChannel create(
      int index, Requests own, RequestListener listener, Duration requestTimeout) {
    return new HttpChannel(this, index, own, listener, requestTimeout);
  }

  /**
   * Called when a connection is being opened.
   *
   * @param again whether the connection was open before
   */
  void opens(boolean again) {
    if (again) {
      reopened.incrementAndGet();
    }
  }

  Transport transport(SocketChannel channel) throws IOException {
    return address().tls()
        ? new TlsTransport(channel, address(), sending)
        : new PlainTransport(channel, sending);
  }
}
