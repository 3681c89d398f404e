package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.RecorderSettings.Access;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Serves {@code /virtual-services/{vsId}/recordings}: POST records messages; GET lists recordings
 * or returns one.
 */
public final class RecordingsServlet extends HttpServlet {

  private final transient Receiver receiver;
  private final transient RecordingsApi recordings;
  private final transient AccessControl access;
  private final transient Access who;
  private final transient PendingRequests pending;

  /**
   * Creates the servlet.
   *
   * @param who the senders that may record and those that may read
   */
  public RecordingsServlet(
      Receiver receiver,
      RecordingsApi recordings,
      AccessControl access,
      Access who,
      PendingRequests pending) {
    this.pending = pending;
    this.receiver = receiver;
    this.recordings = recordings;
    this.access = access;
    this.who = who;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    pending.increment();
    try {
      RecordingsPath path = RecordingsPath.parse(request.getPathInfo());
      switch (request.getMethod()) {
        case "POST" -> post(path, request, response);
        case "GET", "HEAD" -> get(path, request, response);
        default -> throw new ProblemException(Problem.notAllowed(response, allowed(path)));
      }
    } catch (ProblemException e) {
      e.problem().send(request, response);
    } finally {
      pending.decrement();
    }
  }

  private void post(RecordingsPath path, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ProblemException {
    if (path.id() != null) {
      throw new ProblemException(Problem.notAllowed(response, allowed(path)));
    }
    access.require(who.record(), request, response);
    receiver.receive(request, response, path.vsId());
  }

  private void get(RecordingsPath path, HttpServletRequest request, HttpServletResponse response)
      throws IOException, ProblemException {
    access.require(who.read(), request, response);
    if (path.id() == null) {
      recordings.list(path.vsId(), request, response);
    } else {
      recordings.one(path, request, response);
    }
  }

  private static String allowed(RecordingsPath path) {
    return path.id() == null ? "GET, HEAD, POST" : "GET, HEAD";
  }
}
