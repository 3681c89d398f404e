package io.perfline.sims.drain;

import io.perfline.core.run.Drain;
import io.perfline.sims.cases.ShutdownMethod;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.ForwardingRequestListener;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the outcomes of a load whose service is stopped. Thread-safe. */
final class DrainTally {

  private final boolean cutIsLost;
  private final Set<UUID> acknowledged = ConcurrentHashMap.newKeySet();
  private final List<DrainListener> taps = new ArrayList<>();
  private final AtomicLong underWay = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();

  /** Requests that came too late and got no response, as far as the generator can know. */
  private final AtomicLong shutOut = new AtomicLong();

  /** The start of the shutdown, by {@link System#nanoTime}; 0 before it. */
  private volatile long shutdownBegan;

  /**
   * @param cutIsLost whether a connection that closes without a response always means a loss,
   *     because the server continues to run
   */
  DrainTally(boolean cutIsLost) {
    this.cutIsLost = cutIsLost;
  }

  void shutdownBegins() {
    shutdownBegan = System.nanoTime() | 1;
  }

  /** Returns a connector whose requests are counted here. */
  Connector tapped(Connector connector) {
    return (index, listener) -> {
      DrainListener tap = new DrainListener(this, listener);
      synchronized (taps) {
        taps.add(tap);
      }
      Connection connection = connector.connect(index, tap);
      return new Connection() {
        @Override
        public void send(long request) {
          tap.sending(request);
          try {
            connection.send(request);
          } catch (RuntimeException e) {
            tap.failed(request, e.getClass().getSimpleName());
          }
        }

        @Override
        public void close() {
          connection.close();
        }
      };
    };
  }

  void acknowledged(UUID id) {
    acknowledged.add(id);
  }

  /** Returns the ids of all acknowledged messages, including those of the warm-up. */
  Set<UUID> acknowledged() {
    return acknowledged;
  }

  /** Counts a request that was answered as expected. */
  void answered(long sent) {
    if (wasUnderWay(sent)) {
      underWay.incrementAndGet();
      late.incrementAndGet();
    }
  }

  /** Counts a request that was refused with the advice to retry, or never reached the service. */
  void refused(long sent) {
    if (wasUnderWay(sent)) {
      underWay.incrementAndGet();
    }
    if (shutdownBegan != 0) {
      refused.incrementAndGet();
    }
  }

  /**
   * Counts a request without a response.
   *
   * @param overtaken whether the service had read it, because it answered a later request of the
   *     same connection
   */
  void cut(long sent, boolean overtaken) {
    boolean before = shutdownBegan == 0 || wasUnderWay(sent);
    if (wasUnderWay(sent)) {
      underWay.incrementAndGet();
    }
    if (before || overtaken || cutIsLost) {
      lost.incrementAndGet();
    } else {
      refused.incrementAndGet();
      shutOut.incrementAndGet();
    }
  }

  private boolean wasUnderWay(long sent) {
    return shutdownBegan != 0 && sent - shutdownBegan < 0;
  }

  /**
   * Returns the result once no further response can arrive.
   *
   * @param stored the ids in the store
   * @param messages the number of messages per request
   */
  Drain result(ShutdownMethod method, Set<UUID> stored, int messages, Duration time) {
    synchronized (taps) {
      taps.forEach(DrainListener::close);
    }
    long taken = stored.stream().filter(id -> !acknowledged.contains(id)).count();
    long unstored = acknowledged.stream().filter(id -> !stored.contains(id)).count();
    return new Drain(
        method.id(),
        underWay.get(),
        late.get(),
        refused.get(),
        lost.get(),
        Math.min(taken, shutOut.get() * messages),
        unstored,
        time.toNanos() / 1e6);
  }

  /** Records when each request of a connection was sent and how it ended; forwards all events. */
  private static final class DrainListener extends ForwardingRequestListener {

    /** The failure kinds of requests that were sent and got no complete response. */
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

    /** Records a request before it is sent; the slot's earlier one was given up. */
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
}
