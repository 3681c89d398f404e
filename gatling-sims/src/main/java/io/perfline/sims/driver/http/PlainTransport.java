package io.perfline.sims.driver.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection without TLS. */
final class PlainTransport implements Transport {

  private final SocketChannel channel;
  private final ByteBuffer sending;

  /**
   * @param sending a buffer that all connections share
   */
  PlainTransport(SocketChannel channel, ByteBuffer sending) {
    this.channel = channel;
    this.sending = sending;
  }

  @Override
  public boolean shakeHands() {
    return true;
  }

  @Override
  public int read(ByteBuffer room) throws IOException {
    return channel.read(room);
  }

  @Override
  public boolean hasMore() {
    return false;
  }

  @Override
  public void send(UnsentBytes request) throws IOException {
    boolean accepted = true;
    while (accepted && request.isLeft()) {
      request.copyTo(sending);
      request.sent(channel.write(sending));
      accepted = !sending.hasRemaining();
    }
  }

  @Override
  public boolean isBlocked() {
    return false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
