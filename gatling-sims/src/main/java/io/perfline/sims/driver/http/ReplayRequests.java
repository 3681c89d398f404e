package io.perfline.sims.driver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.ByteText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The recorded requests that one connection sends, and the checks of their responses. */
final class ReplayRequests implements Requests {

  private final JsonDifference.Finder differences;
  private final ExchangeLog log;
  private final Redaction redaction;
  private final ReplayAnswer answer = new ReplayAnswer();
  private ReplayRequest request;
  private JsonDifference difference;

  ReplayRequests(JsonDifference.Finder differences, ExchangeLog log, Redaction redaction) {
    this.differences = differences;
    this.log = log;
    this.redaction = redaction;
  }

  /** Sets the request to be sent next. */
  void send(ReplayRequest next) {
    request = next;
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    out.write(request.bytes());
  }

  @Override
  public AnswerListener answer(int part) {
    answer.begin();
    return answer;
  }

  @Override
  public long payloadBytes() {
    return request.bodyLength();
  }

  @Override
  public String failure(int part, int status) {
    difference = null;
    String failure = kind(status);
    if (log.wanted().test(failure)) {
      log.collector().accept(exchange(status, failure));
    }
    return failure;
  }

  private String kind(int status) {
    if (status != request.status()) {
      return "%s, recorded %d".formatted(ErrorKind.of(status), request.status());
    }
    if (request.answer() == null) {
      return null;
    }
    String unreadable = answer.decode();
    if (unreadable != null) {
      return unreadable;
    }
    JsonNode found = answer.json();
    if (found == null) {
      return "the answer is not JSON, as recorded";
    }
    difference = differences.first(found, request.answer());
    return difference == null ? null : difference.kind();
  }

  private FailedAnswer exchange(int status, String failure) {
    List<String> checks = new ArrayList<>();
    boolean right = status == request.status();
    checks.add(
        right
            ? "ok    status " + status
            : "FAIL  status %d, recorded %d".formatted(status, request.status()));
    if (difference != null) {
      checks.add(difference.explain());
    } else if (right) {
      checks.add("FAIL  " + failure);
    }
    return new FailedAnswer(
        request.method() + " " + redaction.clean(request.path()),
        failure,
        checks.stream().map(redaction::clean).toList(),
        redaction.clean(request.shown(ScenarioRequests.SHOWN)),
        redaction.clean("HTTP/1.1 %d%n%s".formatted(status, answer.shown())));
  }

  /** Collects a response whose JSON is compared. */
  private final class ReplayAnswer implements AnswerListener {

    private final ByteText body = new ByteText();
    private String coding;
    private final MediaType type = new MediaType();
    private boolean cutOff;

    void begin() {
      body.clear();
      coding = ContentCoding.NONE;
      type.begin();
      cutOff = false;
    }

    @Override
    public boolean isHeadAlone() {
      return request.method().equals("HEAD");
    }

    @Override
    public void header(byte[] bytes, int from, int to) {
      type.header(bytes, from, to);
      int name = ContentCoding.HEADER.length();
      if (request.answer() != null && to - from > name && bytes[from + name] == ':') {
        String line = HeaderText.of(bytes, from, to);
        if (line.toLowerCase(Locale.ROOT).startsWith(ContentCoding.HEADER)) {
          coding = line.substring(name + 1).strip();
        }
      }
    }

    @Override
    public void body(byte[] bytes, int from, int length) {
      int maxBytes = request.answer() == null ? ScenarioRequests.SHOWN : ScenarioAnswer.MAX_BYTES;
      cutOff |= body.length() + length > maxBytes;
      body.add(bytes, from, Math.min(length, maxBytes - body.length()));
    }

    /** Decodes the body; returns the error kind if that is impossible, otherwise null. */
    String decode() {
      return cutOff
          ? ScenarioAnswer.TOO_LONG
          : ContentCoding.decode(coding, type.charset(), body, ScenarioAnswer.MAX_BYTES);
    }

    /** Returns the JSON of the decoded response; null if the response is not JSON. */
    JsonNode json() {
      try {
        JsonNode read = JsonText.whole(body.toString());
        return read.isMissingNode() ? null : read;
      } catch (IOException notJson) {
        return null;
      }
    }

    String shown() {
      return ScenarioRequests.cut(body.toString());
    }
  }
}
