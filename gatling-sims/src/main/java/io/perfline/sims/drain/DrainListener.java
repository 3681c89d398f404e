package io.perfline.sims.drain;

import io.perfline.sims.driver.RequestListener;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;

/** Listens in on one connection: when each request went out, and what became of it. */
final class DrainListener implements RequestListener {

  /** What a driver calls the end of a connection with a request on it, and of its patience. */
  private static final Set<String> CUT =
      Set.of(
          "connection reset", "connection closed", "malformed answer", "disconnected", "timeout");

  private final DrainTally tally;
  private final RequestListener engine;
  private long[] requests = new long[1];
  private long[] sent = new long[1];
  private long[] order = new long[1];
  private long next = 1;

  /** The latest request that the service gave an answer to, in the order of sending. */
  private long heard;

  DrainListener(DrainTally tally, RequestListener engine) {
    this.tally = tally;
    this.engine = engine;
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
    engine.succeeded(request, messages, bytes);
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
    engine.failed(request, kind);
  }

  /** What is still without an answer never gets one. */
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

  /** Negative when the request has had its outcome. */
  private int slot(long request) {
    int slot = RequestListener.slot(request);
    return slot < requests.length && requests[slot] == request ? slot : -1;
  }
}
