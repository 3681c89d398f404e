package io.perfline.recorder.ingress.kryonet;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Replies on their way to a client. For the thread of its loop. */
final class Outgoing {

  private static final int START = 512;
  private static final int MAX = 16 * 1024 * 1024;

  /** With so many bytes waiting, nothing more is read from the client. */
  private static final int FULL = 64 * 1024;

  private final Output bytes = new Output(START, MAX);
  private int flushed;
  private boolean waiting;
  private long takenAt = System.nanoTime();

  /** Where replies are appended. */
  Output bytes() {
    return bytes;
  }

  /** How many wait for the client. */
  int pending() {
    return bytes.position() - flushed;
  }

  boolean full() {
    return pending() >= FULL;
  }

  /** When the client has last taken some, or the first of those that wait came. */
  long takenAt() {
    return takenAt;
  }

  /** Writes what the client takes now. */
  void writeTo(WritableByteChannel client) throws IOException {
    int pending = pending();
    if (pending > 0) {
      int written = client.write(ByteBuffer.wrap(bytes.getBuffer(), flushed, pending));
      if (written > 0 || !waiting) {
        takenAt = System.nanoTime();
      }
      flushed += written;
      pending -= written;
    }
    waiting = pending > 0;
    if (!waiting) {
      reset();
    } else if (flushed > bytes.getBuffer().length / 2) {
      System.arraycopy(bytes.getBuffer(), flushed, bytes.getBuffer(), 0, pending);
      bytes.setPosition(pending);
      flushed = 0;
    }
  }

  private void reset() {
    flushed = 0;
    if (bytes.getBuffer().length > FULL) {
      bytes.setBuffer(new byte[START], MAX);
    } else {
      bytes.setPosition(0);
    }
  }
}
