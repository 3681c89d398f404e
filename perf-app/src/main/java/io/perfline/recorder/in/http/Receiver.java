package io.perfline.recorder.in.http;

import io.perfline.recorder.core.QueueBudget;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.json.MalformedMessageException;
import io.perfline.recorder.json.RecordingReader;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Takes the messages that are posted: reserves room, reads, records. */
public final class Receiver {

  /**
   * What the server keeps for a request until it is over: its buffers of head, body and response,
   * and the objects around them.
   */
  private static final long REQUEST_BYTES = 88 * 1024;

  private final Recorder.Entrance entrance;
  private final RecordingReader reader;
  private final PendingRequests unanswered;
  private final int maxBodyBytes;
  private final Runnable over;

  /** Joins the parts. */
  public Receiver(
      Recorder.Entrance entrance,
      RecordingReader reader,
      PendingRequests unanswered,
      int maxBodyBytes) {
    this.entrance = entrance;
    this.reader = reader;
    this.unanswered = unanswered;
    this.maxBodyBytes = maxBodyBytes;
    this.over = () -> entrance.shrink(REQUEST_BYTES);
  }

  void receive(HttpServletRequest request, HttpServletResponse response, UUID vsId)
      throws IOException {
    try {
      boolean lines = isLines(request);
      long cost = REQUEST_BYTES + QueueBudget.costOf(Body.length(request, maxBodyBytes));
      Refusal refusal = entrance.reserve(cost);
      if (refusal == null) {
        read(request, response, vsId, lines, cost);
      } else {
        Problem.of(refusal).send(response);
      }
    } catch (MalformedMessageException e) {
      refuse(Problem.badRequest(e.getMessage()), response);
    } catch (ProblemException e) {
      refuse(e.problem(), response);
    } catch (SocketTimeoutException e) {
      refuse(new Problem(408, "Request Timeout", "the body came too slowly"), response);
    } catch (IOException e) {
      // The sender has gone, or what it sent is no HTTP: either way it hears no more than this.
      refuse(Problem.badRequest("the body could not be read"), response);
    }
  }

  private void read(
      HttpServletRequest request, HttpServletResponse response, UUID vsId, boolean lines, long cost)
      throws IOException, ProblemException, MalformedMessageException {
    boolean handedOver = false;
    AsyncReply answer;
    try {
      byte[] body = Body.read(request, maxBodyBytes);
      if (lines || RecordingReader.isArray(body)) {
        List<Recording> batch = reader.many(body, vsId);
        handedOver = true;
        long kept = REQUEST_BYTES + (long) BatchOfMessages.OUTCOME_BYTES * batch.size();
        entrance.giveBack(cost - kept);
        answer = new AsyncReply(request, response, unanswered, true, () -> entrance.shrink(kept));
        BatchOfMessages.submit(batch, request.getContextPath(), answer, entrance);
      } else {
        Recording recording = reader.one(body, vsId);
        handedOver = true;
        answer = new AsyncReply(request, response, unanswered, false, over);
        entrance.record(
            new OneMessage(recording, request.getContextPath(), answer), cost - REQUEST_BYTES);
      }
    } finally {
      if (!handedOver) {
        entrance.giveBack(cost);
      }
    }
    answer.servletReturns();
  }

  private void refuse(Problem problem, HttpServletResponse response) throws IOException {
    entrance.count(
        problem.status() == 413
            ? Refusal.tooLarge(problem.detail())
            : Refusal.invalid(problem.detail()));
    problem.send(response);
  }

  /** Whether the body is a message a line; JSON in UTF-8 is the only other thing there is. */
  private static boolean isLines(HttpServletRequest request) throws ProblemException {
    String type = request.getContentType();
    String encoding = request.getHeader("Content-Encoding");
    if (type != null && (encoding == null || encoding.equalsIgnoreCase("identity"))) {
      String lower = type.toLowerCase(Locale.ROOT).replace(" ", "").replace("\"", "");
      int semicolon = lower.indexOf(';');
      String parameters = semicolon < 0 ? "" : lower.substring(semicolon + 1);
      if (parameters.isEmpty() || parameters.equals("charset=utf-8")) {
        switch (semicolon < 0 ? lower : lower.substring(0, semicolon)) {
          case "application/json" -> {
            return false;
          }
          case "application/x-ndjson" -> {
            return true;
          }
          default -> {
            // Refused below, as a foreign encoding is.
          }
        }
      }
    }
    throw new ProblemException(
        Problem.unsupported(
            "send application/json or application/x-ndjson in UTF-8, without a content encoding"));
  }
}
