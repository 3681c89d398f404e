package io.perfline.sims.driver.http;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The part of a request that has not been sent. A request is written at once, and must not change
 * until it is answered.
 */
final class UnsentBytes extends OutputStream {

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

  /** Discards all unsent bytes. */
  void drop() {
    to = from;
  }

  /** Copies the next bytes into an empty buffer, and makes the buffer ready for reading. */
  void copyTo(ByteBuffer buffer) {
    buffer.clear();
    buffer.put(bytes, from, Math.min(buffer.capacity(), to - from)).flip();
  }

  /** Discards the next bytes, which were sent. */
  void sent(int count) {
    from += count;
  }
}
