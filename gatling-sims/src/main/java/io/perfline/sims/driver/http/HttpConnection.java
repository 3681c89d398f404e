package io.perfline.sims.driver.http;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A kept-alive connection: {@link #send} returns with the answer. One that broke or that the server
 * closed is opened again by the next request.
 */
final class HttpConnection implements Connection {

  private static final long IDLE = 0;

  private final HttpAddress address;
  private final Requests requests;
  private final RequestListener outcome;
  private final Duration timeout;
  private final ResponseParser answer = new ResponseParser();

  /** When the request that is being answered began; {@link #IDLE} while there is none. */
  private final AtomicLong began = new AtomicLong(IDLE);

  private final AtomicLong reopened = new AtomicLong();
  private volatile Thread sender;
  private volatile TcpConnection wire;
  private boolean closed;

  /** Opens it. */
  HttpConnection(HttpAddress address, Requests requests, RequestListener outcome, Duration timeout)
      throws IOException {
    this.address = address;
    this.requests = requests;
    this.outcome = outcome;
    this.timeout = timeout;
    open();
  }

  @Override
  public void send(long request) {
    if (sender == null) {
      sender = Thread.currentThread();
    }
    requests.begin();
    String failure =
        requests.measuresParts() ? exchangeEach(request) : exchange(0, requests.parts());
    if (failure == null) {
      requests.tellIds(outcome);
      outcome.succeeded(request, requests.messages(), requests.payloadBytes());
    } else {
      outcome.failed(request, failure);
    }
  }

  /** Part by part, each told; null when all went well. */
  private String exchangeEach(long request) {
    String failure = null;
    for (int part = 0; part < requests.parts() && failure == null; part++) {
      pause(request, requests.pauseNanos());
      long from = System.nanoTime();
      failure = exchange(part, part + 1);
      outcome.partEnded(request, part, System.nanoTime() - from, failure);
    }
    return failure;
  }

  private void pause(long request, long nanos) {
    if (nanos > 0) {
      outcome.thinks(request, nanos);
      long end = System.nanoTime() + nanos;
      for (long left = nanos; left > 0 && !sender.isInterrupted(); left = end - System.nanoTime()) {
        LockSupport.parkNanos(this, left);
      }
    }
  }

  /** Parts within the timeout; null when all went well. */
  private String exchange(int from, int to) {
    long now = System.nanoTime() | 1;
    began.set(now);
    String failure = null;
    try {
      for (int part = from; part < to && failure == null; part++) {
        do {
          failure = exchange(part);
        } while (Requests.AGAIN.equals(failure));
      }
    } catch (IOException e) {
      failure = ErrorKind.of(e);
      drop();
    }
    if (!began.compareAndSet(now, IDLE)) { // given up meanwhile, its socket closed
      failure = ErrorKind.TIMEOUT;
      drop();
    }
    return failure;
  }

  /** Sends a part and reads its answer; null when all went well. */
  private String exchange(int part) throws IOException {
    if (wire == null) {
      open();
      reopened.incrementAndGet();
    }
    requests.write(wire.out(), part);
    int status = answer.read(requests.answer(part));
    if (!answer.staysOpen()) {
      drop();
    }
    return requests.failure(part, status);
  }

  /**
   * Gives up what has waited for longer than the timeout, or whose sender was told to stop. On
   * another thread than the sender's: a blocking read knows no timeout of its own that costs
   * nothing.
   */
  void expire(long now) {
    long since = began.get();
    Thread waiting = sender;
    boolean stopped = waiting != null && waiting.isInterrupted();
    boolean late = stopped || now - since > timeout.toNanos();
    if (since != IDLE && late && began.compareAndSet(since, IDLE)) {
      TcpConnection stuck = wire;
      if (stuck != null) {
        stuck.close();
      }
    }
  }

  /** How often it was opened again. */
  long reopened() {
    return reopened.get();
  }

  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }

  private synchronized void open() throws IOException {
    if (closed) {
      throw new IOException("the connection is closed");
    }
    TcpConnection opened = TcpConnection.open(address, timeout);
    answer.begin(opened.in());
    wire = opened;
  }

  private void drop() {
    TcpConnection broken = wire;
    wire = null;
    if (broken != null) {
      broken.close();
    }
  }
}
