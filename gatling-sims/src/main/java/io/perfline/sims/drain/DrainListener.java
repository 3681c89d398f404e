package io.perfline.sims.drain;

import io.perfline.sims.driver.ForwardingRequestListener;
import io.perfline.sims.driver.RequestListener;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;

/** Records when each request of one connection was sent and how it ended; forwards every event. */
final class DrainListener extends ForwardingRequestListener {

  /** The failure kinds of requests that were sent and got no complete answer. */
  private static final Set<String> CUT =
      Set.of(
          "connection reset", "connection closed", "malformed answer", "disconnected", "timeout");

  private final DrainTally tally;
  private long[] requests = new long[1];
  private long[] sent = new long[1];
  private long[] order = new long[1];
  private long next = 1;

  /** The latest request, in the order of sending, that the service answered. */
  private long heard;

  DrainListener(DrainTally tally, RequestListener engine) {
    super(engine);
    this.tally = tally;
  }

  /** A request is about to go out; one that had its slot before was given up without an answer. */
  synchronized void sending(long request) {
    int slot = RequestListener.slot(request);
    if (slot >= requests.length) {
      int length = Math.max(slot + 1, requests.length * 2);
      requests = Arrays.copyOf(requests, length);
      sent = Arrays.copyOf(sent, length);
      order = Arrays.copyOf(order, length);
    }
    giveUp(slot);
    requests[slot] = request;
    sent[slot] = System.nanoTime();
    order[slot] = next++;
  }

  @Override
  public void acknowledged(long idHigh, long idLow) {
    tally.acknowledged(new UUID(idHigh, idLow));
    super.acknowledged(idHigh, idLow);
  }

  @Override
  public void succeeded(long request, int messages, long bytes) {
    synchronized (this) {
      int slot = slot(request);
      if (slot >= 0) {
        requests[slot] = 0;
        heard = Math.max(heard, order[slot]);
        tally.answered(sent[slot]);
      }
    }
    super.succeeded(request, messages, bytes);
  }

  @Override
  public void failed(long request, String kind) {
    synchronized (this) {
      int slot = slot(request);
      if (slot >= 0) {
        requests[slot] = 0;
        if (CUT.contains(kind)) {
          tally.cut(sent[slot], order[slot] < heard);
        } else {
          tally.refused(sent[slot]);
        }
      }
    }
    super.failed(request, kind);
  }

  /** Counts every request that is still unanswered as cut off. */
  synchronized void close() {
    for (int slot = 0; slot < requests.length; slot++) {
      giveUp(slot);
    }
  }

  private void giveUp(int slot) {
    if (requests[slot] != 0) {
      requests[slot] = 0;
      tally.cut(sent[slot], true);
    }
  }

  /** Returns the slot of a request in flight; negative if the request has ended. */
  private int slot(long request) {
    int slot = RequestListener.slot(request);
    return slot < requests.length && requests[slot] == request ? slot : -1;
  }
}
