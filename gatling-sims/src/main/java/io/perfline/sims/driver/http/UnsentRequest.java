package io.perfline.sims.driver.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Of a request what the network has not taken yet. The request comes in one go, and its bytes don't
 * change before its answer has come.
 */
final class UnsentRequest extends OutputStream {

  private byte[] bytes;
  private int from;
  private int to;

  @Override
  public void write(int one) {
    throw new UnsupportedOperationException("a request comes whole");
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

  /** Nothing of it is to be sent any more. */
  void drop() {
    to = from;
  }

  /**
   * Sends as much as the network takes.
   *
   * @param room for what is sent just now
   */
  void send(SocketChannel channel, ByteBuffer room) throws IOException {
    boolean taken = true;
    while (taken && isLeft()) {
      int some = Math.min(room.capacity(), to - from);
      room.clear();
      room.put(bytes, from, some).flip();
      from += channel.write(room);
      taken = !room.hasRemaining();
    }
  }
}
