package io.perfline.sims.driver.http;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The unsent rest of a request, which is written at once and unchanged until its answer. */
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

  /** Drops the rest. */
  void drop() {
    to = from;
  }

  /** Copies the next bytes into an empty buffer, to be read from it. */
  void copyTo(ByteBuffer buffer) {
    buffer.clear();
    buffer.put(bytes, from, Math.min(buffer.capacity(), to - from)).flip();
  }

  /** Drops the next bytes, which were sent. */
  void sent(int count) {
    from += count;
  }
}
