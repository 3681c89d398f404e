package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The state machine of a connection's requests, which is driven by events. Not thread-safe. */
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
     * @return false if the connection is still being opened; {@link HttpExchange#opened} is called
     *     afterwards
     */
    boolean open() throws IOException;

    /** Returns whether the connection is open, as far as it is known. */
    boolean isOpen();

    /**
     * Closes the connection if the server has closed it.
     *
     * @param idleNanos the time since the last response, in nanoseconds
     */
    void dropIfStale(long idleNanos);

    /** Returns the stream to which requests are written. */
    OutputStream out();

    /** Called before a request is written, with the listener of its response, which may be null. */
    default void expects(Requests.AnswerListener answer) {}

    /** Called after a request was written. It may be sent later. */
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

  /** The start of the exchange, or of the whole request if its parts are not measured. */
  private long from;

  private long thinksUntil;
  private boolean hasFailed;

  /**
   * True if an earlier request was answered on this connection, which was at {@link #answeredAt}.
   */
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

  /** Returns whether it is the server's turn. */
  boolean isAsking() {
    return awaits == Awaits.CONNECTION || awaits == Awaits.ANSWER;
  }

  public boolean isThinking() {
    return awaits == Awaits.THOUGHT;
  }

  /** Returns the end of the think time, as a value of {@link System#nanoTime}. */
  public long thinksUntil() {
    return thinksUntil;
  }

  public void thought() {
    listener.thinks(
        request, Math.max(0, System.nanoTime() - thinksUntil)); // the thread woke up late
    ask();
  }

  public void opened() {
    write();
  }

  /** Returns the buffer for the bytes of the response. */
  ByteBuffer room() {
    return answer.room();
  }

  /**
   * Called when bytes were written to the buffer of {@link #room}.
   *
   * @param count their number; negative at the end of the connection
   */
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

  /** Called when the response is complete. */
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

  /** Called when the connection has failed or a request cannot be created. */
  public void failed(Exception e) {
    wire.drop();
    String kind = e instanceof IOException io ? ErrorKind.of(io) : e.getClass().getSimpleName();
    boolean closedUnused = kind.equals(ErrorKind.CLOSED) || kind.equals(ErrorKind.RESET);
    answered(closedUnused && reused && answer.hasNotBegun() ? ErrorKind.CLOSED_UNANNOUNCED : kind);
  }

  /** Called when the request has failed. */
  public void failed(String kind) {
    wire.drop();
    answered(kind);
  }

  /** Returns whether the exchange has exceeded its timeout, which excludes think time. */
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
   * @param failure the error kind; null if the exchange succeeded
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
