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
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Receives posted messages: reserves room in the queue, reads the body and records the messages.
 */
public record Receiver(
    Recorder.Intake intake, RecordingReader reader, PendingRequests pending, int maxBodyBytes) {

  /**
   * The memory in bytes that the server uses for a request until it is over: buffers for the
   * headers, body and response, and their objects.
   */
  private static final long REQUEST_BYTES = 88 * 1024;

  void receive(HttpServletRequest request, HttpServletResponse response, UUID vsId)
      throws IOException {
    AsyncReply reply;
    try {
      boolean lines = isLines(request);
      long cost = QueueBudget.costOf(bodyLength(request, maxBodyBytes));
      try (Reservation reservation = intake.reserve(REQUEST_BYTES + cost)) {
        reply = read(request, response, vsId, lines, reservation);
      }
    } catch (RefusedException e) {
      Problem.of(e.refusal()).send(response);
      return;
    } catch (MalformedMessageException e) {
      refuse(Problem.badRequest(e.getMessage()), response);
      return;
    } catch (ProblemException e) {
      refuse(e.problem(), response);
      return;
    } catch (SocketTimeoutException e) {
      refuse(new Problem(408, "Request Timeout", "the body arrived too slowly"), response);
      return;
    } catch (IOException e) {
      // The client has disconnected or sent invalid HTTP; a more exact answer is not possible.
      refuse(Problem.badRequest("the body could not be read"), response);
      return;
    }
    reply.servletReturns();
  }

  /**
   * Reads the body and submits its messages. Room that remains reserved afterwards can be released.
   */
  private AsyncReply read(
      HttpServletRequest request,
      HttpServletResponse response,
      UUID vsId,
      boolean lines,
      Reservation room)
      throws IOException, ProblemException, MalformedMessageException {
    byte[] body = readBody(request, maxBodyBytes);
    if (lines || RecordingReader.isArray(body)) {
      List<Recording> batch = reader.many(body, vsId);
      Reservation reservedForReply =
          room.split(0, REQUEST_BYTES + (long) BatchOfMessages.RESULT_BYTES * batch.size());
      room.close(); // each message reserves its own room
      AsyncReply reply = new AsyncReply(request, response, pending, true, reservedForReply::close);
      BatchOfMessages.submit(batch, request.getContextPath(), reply, intake);
      return reply;
    }
    Recording recording = reader.one(body, vsId);
    Reservation reservedForReply = room.split(0, REQUEST_BYTES);
    AsyncReply reply = new AsyncReply(request, response, pending, false, reservedForReply::close);
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
            // This is refused below like an unsupported encoding.
          }
        }
      }
    }
    throw new ProblemException(
        Problem.unsupported(
            "send application/json or application/x-ndjson in UTF-8, without a content encoding"));
  }

  /**
   * Returns the maximum number of bytes in the body.
   *
   * @throws ProblemException if the length is given and exceeds the limit
   */
  private static int bodyLength(HttpServletRequest request, int maxBytes) throws ProblemException {
    String given = request.getHeader("Content-Length");
    int length = request.getContentLength();
    if (length > maxBytes || (given != null && length < 0)) {
      throw new ProblemException(above(maxBytes));
    }
    return length < 0 ? maxBytes : length;
  }

  private static byte[] readBody(HttpServletRequest request, int maxBytes)
      throws IOException, ProblemException {
    int length = request.getContentLength();
    InputStream in = request.getInputStream();
    if (length < 0) {
      byte[] chunks = in.readNBytes(maxBytes + 1);
      if (chunks.length > maxBytes) {
        throw new ProblemException(above(maxBytes));
      }
      return chunks;
    }
    byte[] body = new byte[length];
    int read = in.readNBytes(body, 0, length);
    if (read < length) {
      throw new ProblemException(
          Problem.badRequest("the body ends after " + read + " of " + length + " bytes"));
    }
    return body;
  }

  private static Problem above(int maxBytes) {
    return Problem.tooLarge("a body may have at most " + maxBytes + " bytes");
  }
}
