package io.perfline.recorder.in.kryonet;

import java.util.concurrent.atomic.AtomicLong;

/** The memory for large frames that have begun and not ended, of all connections together. */
final class FrameRoom {

  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  FrameRoom(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  boolean tryTake(int bytes) {
    if (taken.addAndGet(bytes) <= maxBytes) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void giveBack(int bytes) {
    taken.addAndGet(-bytes);
  }
}
