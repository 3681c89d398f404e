package io.perfline.recorder.in.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncEvent;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * The answer to one request, which may be known before the servlet returns (then its thread sends
 * it) or later, from any thread (then the request has become asynchronous in the meantime).
 */
public final class Answer implements AsyncListener {

  private static final Logger LOG = Logger.getLogger(Answer.class.getName());

  private static final int OPEN = 0;
  private static final int KNOWN = 1;
  private static final int ASYNCHRONOUS = 2;
  private static final int ENDED = 3;

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final Unanswered unanswered;
  private final AtomicInteger state = new AtomicInteger();

  private volatile Content content;
  private AsyncContext async;

  Answer(HttpServletRequest request, HttpServletResponse response, Unanswered unanswered) {
    this.request = request;
    this.response = response;
    this.unanswered = unanswered;
  }

  /** The answer is known. Called once, by any thread. */
  void is(Content known) {
    content = known;
    if (!state.compareAndSet(OPEN, KNOWN)) {
      sendLater();
    }
  }

  /** Called by the servlet's thread when it has nothing more to do. */
  void servletReturns() throws IOException {
    if (state.get() == KNOWN) {
      content.send(response);
      return;
    }
    unanswered.one();
    async = request.startAsync(request, response);
    async.setTimeout(unanswered.timeoutMillis());
    async.addListener(this);
    if (!state.compareAndSet(OPEN, ASYNCHRONOUS)) {
      state.set(ASYNCHRONOUS);
      sendLater();
    }
  }

  /**
   * Sends the answer unless the server has ended the request: its response may be another's now.
   */
  private void sendLater() {
    if (!state.compareAndSet(ASYNCHRONOUS, ENDED)) {
      return;
    }
    try {
      content.send(response);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.FINE, "the sender has gone before its answer", e);
    } finally {
      unanswered.complete(async);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    state.set(ENDED);
    unanswered.oneLess();
  }

  /**
   * No store is allowed that much time; should one fail to answer at all, the sender still hears.
   */
  @Override
  public void onTimeout(AsyncEvent event) throws IOException {
    if (state.compareAndSet(ASYNCHRONOUS, ENDED)) {
      Problem.unavailable("the store has not answered").send(response);
      event.getAsyncContext().complete();
    }
  }

  @Override
  public void onError(AsyncEvent event) {
    if (state.compareAndSet(ASYNCHRONOUS, ENDED)) {
      event.getAsyncContext().complete();
    }
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // Never started again.
  }

  /** What is sent. */
  public interface Content {
    /** Sends it. */
    void send(HttpServletResponse response) throws IOException;
  }
}
