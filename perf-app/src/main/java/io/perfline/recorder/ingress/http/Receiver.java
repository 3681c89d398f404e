package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.MalformedMessageException;
import io.perfline.recorder.core.QueueBudget;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Recorder.RefusedException;
import io.perfline.recorder.core.RecordingReader;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Reservation;
import io.perfline.recorder.message.Recording;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Receives posted messages: reserves room, reads, records. */
public final class Receiver {

  /**
   * The memory that the server uses for a request until it is over: the buffers of its head, body
   * and response, and the objects for them.
   */
  private static final long REQUEST_BYTES = 88 * 1024;

  private final Recorder.Intake intake;
  private final RecordingReader reader;
  private final PendingRequests pending;
  private final int maxBodyBytes;

  /** Accepts bodies of at most {@code maxBodyBytes}. */
  public Receiver(
      Recorder.Intake intake, RecordingReader reader, PendingRequests pending, int maxBodyBytes) {
    this.intake = intake;
    this.reader = reader;
    this.pending = pending;
    this.maxBodyBytes = maxBodyBytes;
  }

  void receive(HttpServletRequest request, HttpServletResponse response, UUID vsId)
      throws IOException {
    try {
      boolean lines = isLines(request);
      long cost = QueueBudget.costOf(Body.length(request, maxBodyBytes));
      AsyncReply reply;
      try (Reservation reservation = intake.reserve(REQUEST_BYTES + cost)) {
        reply = read(request, response, vsId, lines, reservation);
      }
      reply.servletReturns();
    } catch (RefusedException e) {
      Problem.of(e.refusal()).send(response);
    } catch (MalformedMessageException e) {
      refuse(Problem.badRequest(e.getMessage()), response);
    } catch (ProblemException e) {
      refuse(e.problem(), response);
    } catch (SocketTimeoutException e) {
      refuse(new Problem(408, "Request Timeout", "the body came too slowly"), response);
    } catch (IOException e) {
      // The client has disconnected or sent invalid HTTP; a more exact answer is not possible.
      refuse(Problem.badRequest("the body could not be read"), response);
    }
  }

  /** Reads the body; room that is left afterwards is no longer needed. */
  private AsyncReply read(
      HttpServletRequest request,
      HttpServletResponse response,
      UUID vsId,
      boolean lines,
      Reservation room)
      throws IOException, ProblemException, MalformedMessageException {
    byte[] body = Body.read(request, maxBodyBytes);
    if (lines || RecordingReader.isArray(body)) {
      List<Recording> batch = reader.many(body, vsId);
      Reservation kept =
          room.split(0, REQUEST_BYTES + (long) BatchOfMessages.RESULT_BYTES * batch.size());
      room.close(); // each message reserves its own room
      AsyncReply reply = new AsyncReply(request, response, pending, true, kept::close);
      BatchOfMessages.submit(batch, request.getContextPath(), reply, intake);
      return reply;
    }
    Recording recording = reader.one(body, vsId);
    Reservation kept = room.split(0, REQUEST_BYTES);
    AsyncReply reply = new AsyncReply(request, response, pending, false, kept::close);
    intake.submit(new OneMessage(recording, request.getContextPath(), reply), room);
    return reply;
  }

  private void refuse(Problem problem, HttpServletResponse response) throws IOException {
    intake.count(
        problem.status() == 413
            ? Refusal.tooLarge(problem.detail())
            : Refusal.invalid(problem.detail()));
    problem.send(response);
  }

  /** Returns whether the body has one message per line; the only other format is JSON in UTF-8. */
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
            // Refused below like a foreign encoding.
          }
        }
      }
    }
    throw new ProblemException(
        Problem.unsupported(
            "send application/json or application/x-ndjson in UTF-8, without a content encoding"));
  }
}
