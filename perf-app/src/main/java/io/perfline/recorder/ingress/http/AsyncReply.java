package io.perfline.recorder.ingress.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The answer to one request. If it is known before the servlet returns, the servlet's thread sends
 * it. Otherwise the request becomes asynchronous, and the answer can come from any thread. The
 * server keeps the request's buffers until it has ended the request, which on a busy machine is
 * long after the answer.
 */
public final class AsyncReply implements AsyncListener {

  private static final Logger LOG = Logger.getLogger(AsyncReply.class.getName());

  /**
   * The additional time for sending a large answer, in milliseconds. A timeout is always set:
   * without one, Tomcat 7 checks every second whether the request is over and then ends the current
   * request of the connection, which may already be the next one. With a timeout, Tomcat also ends
   * requests whose completion was lost.
   */
  private static final long SENDING_MILLIS = 20_000;

  private static final int OPEN = 0;
  private static final int KNOWN = 1;
  private static final int ASYNCHRONOUS = 2;
  private static final int SENDING = 3;
  private static final int SENT = 4;
  private static final int OVER = 5;

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final PendingRequests pending;
  private final boolean large;
  private final Runnable over;
  private final AtomicInteger state = new AtomicInteger();

  private volatile Content content;
  private AsyncContext async;

  /**
   * Creates the answer.
   *
   * @param large whether the answer may exceed the server's buffer; because a slow client can then
   *     delay sending, a thread of the server sends it
   * @param over the action that runs once, when the server has finished the request
   */
  AsyncReply(
      HttpServletRequest request,
      HttpServletResponse response,
      PendingRequests pending,
      boolean large,
      Runnable over) {
    this.request = request;
    this.response = response;
    this.pending = pending;
    this.large = large;
    this.over = over;
  }

  /** Sets the answer. This method is called once, by any thread. */
  void complete(Content answer) {
    content = answer;
    if (!state.compareAndSet(OPEN, KNOWN)) {
      sendLater();
    }
  }

  /**
   * Sends the answer if it is known, otherwise makes the request asynchronous. The servlet's thread
   * calls this method before it returns.
   */
  void servletReturns() throws IOException {
    if (state.get() == KNOWN) {
      try {
        content.send(response);
      } finally {
        state.set(OVER);
        over.run();
      }
      return;
    }
    pending.increment();
    async = request.startAsync(request, response);
    async.setTimeout(pending.timeoutMillis());
    async.addListener(this);
    if (!state.compareAndSet(OPEN, ASYNCHRONOUS)) {
      state.set(ASYNCHRONOUS);
      sendLater();
    }
  }

  private void sendLater() {
    if (!large) {
      send();
      return;
    }
    try {
      async.setTimeout(pending.timeoutMillis() + SENDING_MILLIS);
      pending.completer().start(async, this::send, this::end);
    } catch (IllegalStateException e) {
      LOG.log(Level.FINE, "the request has ended before its answer", e);
      end();
    }
  }

  /**
   * Sends the answer unless the server has ended the request, because the response object may then
   * belong to another request.
   */
  private void send() {
    if (!state.compareAndSet(ASYNCHRONOUS, SENDING)) {
      return;
    }
    try {
      content.send(response);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.FINE, "the sender has gone before its answer", e);
    } finally {
      content = null;
      state.compareAndSet(SENDING, SENT);
      pending.completer().complete(async, this::end);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    end();
  }

  private void end() {
    if (state.getAndSet(OVER) != OVER) {
      over.run();
      pending.decrement();
    }
  }

  /** Sends an error if the store has not answered at all, not even after its time limit. */
  @Override
  public void onTimeout(AsyncEvent event) throws IOException {
    if (state.compareAndSet(ASYNCHRONOUS, SENT)) {
      Problem.unavailable("the store has not answered").send(response);
      event.getAsyncContext().complete();
    } else {
      awaitSending();
    }
  }

  @Override
  public void onError(AsyncEvent event) {
    if (state.compareAndSet(ASYNCHRONOUS, SENT)) {
      event.getAsyncContext().complete();
    } else {
      awaitSending();
    }
  }

  /**
   * Waits until no thread writes to the response, which the server is about to reuse. The wait is
   * short, because a write fails immediately or at its own time limit.
   */
  private void awaitSending() {
    while (state.get() == SENDING) {
      LockSupport.parkNanos(1_000_000L);
    }
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // Requests do not become asynchronous a second time.
  }

  public interface Content {
    void send(HttpServletResponse response) throws IOException;
  }
}
