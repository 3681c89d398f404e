package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The state machine of one connection, driven by events. Not thread-safe. */
public final class HttpExchange {

  /** The event that is awaited. */
  private enum Awaits {
    REQUEST,
    THOUGHT,
    CONNECTION,
    ANSWER
  }

  /** The underlying connection. */
  public interface Wire {
    /**
     * Opens the connection if it is closed.
     *
     * @return false if that takes a while; {@link HttpExchange#opened} is called afterwards
     */
    boolean open() throws IOException;

    /** Returns whether the connection is open, as far as it is known. */
    boolean isOpen();

    /**
     * Closes a connection if the server has closed it.
     *
     * @param idleNanos time since its last answer
     */
    void dropIfStale(long idleNanos);

    /** Returns the stream for a request. */
    OutputStream out();

    /** Called before a request is written with what receives its answer; may be null. */
    default void expects(Requests.AnswerListener answer) {}

    /** Called after a request was written; it may be sent later. */
    default void written() throws IOException {}

    /** Closes the connection if it is open. */
    void drop();
  }

  private final Wire wire;
  private final Requests requests;
  private final RequestListener listener;
  private final long timeoutNanos;
  private final ResponseParser answer = new ResponseParser();

  private Awaits awaits = Awaits.REQUEST;
  private long request;
  private int part;

  /** The start of the exchange, or of the request if the request is measured only as a whole. */
  private long from;

  private long thinksUntil;
  private boolean hasFailed;

  /** True if an earlier request was answered on the same connection, at {@link #answeredAt}. */
  private boolean reused;

  private long answeredAt;

  public HttpExchange(Wire wire, Requests requests, RequestListener listener, Duration timeout) {
    this.wire = wire;
    this.requests = requests;
    this.listener = listener;
    timeoutNanos = timeout.toNanos();
  }

  public void begin(long number) {
    request = number;
    part = 0;
    requests.begin();
    beginPart();
  }

  /** Returns whether the request has a result. */
  public boolean isOver() {
    return awaits == Awaits.REQUEST;
  }

  /** Returns whether the finished request has failed. */
  public boolean hasFailed() {
    return hasFailed;
  }

  /** Returns whether the server has to act next. */
  boolean isAsking() {
    return awaits == Awaits.CONNECTION || awaits == Awaits.ANSWER;
  }

  public boolean isThinking() {
    return awaits == Awaits.THOUGHT;
  }

  /** Returns the end of the think time, by {@link System#nanoTime}. */
  public long thinksUntil() {
    return thinksUntil;
  }

  public void thought() {
    listener.thinks(
        request, Math.max(0, System.nanoTime() - thinksUntil)); // the thread was woken late
    ask();
  }

  public void opened() {
    write();
  }

  /** Returns the buffer for the answer's bytes. */
  ByteBuffer room() {
    return answer.room();
  }

  /** Called when bytes were written there; a negative count means the end of the connection. */
  void received(int count) {
    try {
      if (answer.received(count)) {
        if (!answer.staysOpen()) {
          wire.drop();
        }
        complete(answer.status());
      }
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  /** Called when the answer is complete. */
  public void complete(int status) {
    reused = true;
    answeredAt = System.nanoTime();
    String failure = requests.failure(part, status);
    if (Requests.AGAIN.equals(failure)) {
      write();
    } else {
      answered(failure);
    }
  }

  /** Called when the connection has failed, or a request cannot be created. */
  public void failed(Exception e) {
    wire.drop();
    String kind = e instanceof IOException io ? ErrorKind.of(io) : e.getClass().getSimpleName();
    boolean closedUnused = kind.equals(ErrorKind.CLOSED) || kind.equals(ErrorKind.RESET);
    answered(closedUnused && reused && answer.hasNotBegun() ? ErrorKind.CLOSED_UNANNOUNCED : kind);
  }

  /** Called when the request has failed for a reason that this kind of error names. */
  public void failed(String kind) {
    wire.drop();
    answered(kind);
  }

  /** Returns whether the exchange has taken too long; think time does not count. */
  boolean isLate(long now) {
    return isAsking() && now - from > timeoutNanos;
  }

  private void beginPart() {
    long pause = requests.measuresParts() ? requests.pauseNanos() : 0;
    if (pause > 0) {
      listener.thinks(request, pause);
      thinksUntil = System.nanoTime() + pause;
      awaits = Awaits.THOUGHT;
    } else {
      ask();
    }
  }

  private void ask() {
    if (part == 0 || requests.measuresParts()) {
      from = System.nanoTime();
    }
    write();
  }

  private void write() {
    try {
      if (reused) {
        wire.dropIfStale(System.nanoTime() - answeredAt);
      }
      reused &= wire.isOpen();
      if (wire.open()) {
        Requests.AnswerListener listening = requests.answer(part);
        answer.begin(listening);
        wire.expects(listening);
        requests.write(wire.out(), part);
        wire.written();
        awaits = Awaits.ANSWER;
      } else {
        awaits = Awaits.CONNECTION;
      }
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  /**
   * @param failure the reason in a word; null when all went well
   */
  private void answered(String failure) {
    if (requests.measuresParts()) {
      int index = requests.firstPart() + part;
      listener.partEnded(request, index, System.nanoTime() - from, failure);
    }
    if (failure == null && part + 1 < requests.parts()) {
      part++;
      beginPart();
      return;
    }
    awaits = Awaits.REQUEST;
    hasFailed = failure != null;
    if (failure == null) {
      requests.reportIds(listener);
      listener.succeeded(request, requests.messages(), requests.payloadBytes());
    } else {
      listener.failed(request, failure);
    }
  }
}
