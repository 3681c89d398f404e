package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.project.GrpcStatus;
import io.perfline.core.project.SavedValue;
import io.perfline.core.run.FailedAnswer;
import io.perfline.core.yaml.SecretNames;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.SessionValues;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * The sessions of a scenario on one connection, one after another. A request allocates nothing if
 * only the status of its response, or a text in it, is checked.
 */
final class ScenarioRequests implements Requests {

  private static final int MAX_REDIRECTS = 10;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final int KEEPS_METHOD = 307;
  private static final int MAX_BYTES = 16 << 20;

  /** The approximate number of bytes of a request and of a response that are shown. */
  static final int SHOWN = 2_000;

  private static final byte[] LINE_END = {'\r', '\n'};
  private static final String SET_COOKIE = "set-cookie";
  private static final String LOCATION = "location";
  private final List<CompiledRequest> requests;
  private final HttpAddress service;
  private final SessionValues session;
  private final boolean follows;
  private final ExchangeLog log;
  private final Redaction redaction;
  private final long thinkNanos;
  private final ScenarioAnswer answer;
  private final ByteText buffer = new ByteText();
  private final ByteText scratch = new ByteText();
  private long payloadBytes;
  private int redirects;
  private String target;
  private String method;

  /**
   * @param follows whether redirects are followed
   * @param thinkNanos the mean think time before each request in nanoseconds; 0 for none
   * @param log collects exchanges
   * @param redaction removes secrets from them
   */
  ScenarioRequests(
      List<CompiledRequest> requests,
      HttpAddress service,
      SessionValues session,
      boolean follows,
      long thinkNanos,
      ExchangeLog log,
      Redaction redaction) {
    this.log = log;
    this.redaction = redaction;
    this.requests = requests;
    this.service = service;
    this.session = session;
    this.follows = follows;
    this.thinkNanos = thinkNanos;
    answer = new ScenarioAnswer();
  }

  @Override
  public int parts() {
    return requests.size();
  }

  @Override
  public void begin() {
    session.begin();
    payloadBytes = 0;
    forgetRedirects();
  }

  @Override
  public boolean measuresParts() {
    return requests.size() > 1 || thinkNanos > 0;
  }

  @Override
  public long pauseNanos() {
    return session.thinkTime(thinkNanos);
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    CompiledRequest request = requests.get(part);
    if (session.isUsedUp()) {
      throw new UnsentRequest("each row of the data was used once");
    }
    if (request.whole() != null && target == null && session.cookies().isEmpty()) {
      buffer.clear();
      out.write(request.whole());
      payloadBytes += request.bodyLength();
      return;
    }
    request.write(buffer, scratch, session, target, currentMethod(request));
    payloadBytes += scratch.length();
    buffer.writeTo(out);
  }

  @Override
  public AnswerListener answer(int part) {
    CompiledRequest request = requests.get(part);
    answer.begin(request, currentMethod(request).equals("HEAD"));
    return answer;
  }

  @Override
  public String failure(int part, int status) {
    CompiledRequest request = requests.get(part);
    boolean redirect = target != null;
    String failure = result(request, status);
    if (log.wanted().test(failure)) {
      log.collector().accept(exchange(request, redirect, status, failure));
    }
    return failure;
  }

  private FailedAnswer exchange(
      CompiledRequest request, boolean redirect, int status, String failure) {
    String sent = sent(request, redirect);
    List<String> checks =
        new ArrayList<>(request.check().explain(status, answer.headers, answer.body, session));
    for (Map.Entry<String, SavedValue> saved : request.source().save().entrySet()) {
      String value = answer.value(saved.getValue());
      checks.add(
          value == null
              ? "FAIL  nothing to save as " + saved.getKey()
              : "ok    saved as %s: %s"
                  .formatted(saved.getKey(), SecretNames.isSecret(saved.getKey()) ? "…" : value));
    }
    return new FailedAnswer(
        request.source().name(),
        failure,
        checks.stream().map(redaction::clean).toList(),
        cut(redaction.clean(sent)),
        redaction.clean(statusLine(status) + "\r\n" + answer.text()));
  }

  /** Returns the beginning of a text, for a report. */
  static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + " …";
  }

  /** Returns the text of the request that was sent last. */
  private String sent(CompiledRequest request, boolean redirect) {
    boolean constant = request.whole() != null && !redirect && buffer.length() == 0;
    return constant ? new String(request.whole(), UTF_8) : buffer.toString();
  }

  private static String statusLine(int status) {
    return (GrpcStatus.isOne(status) ? "gRPC " : "HTTP/1.1 ") + GrpcStatus.text(status);
  }

  private String result(CompiledRequest request, int status) {
    if (follows && answer.headers.get(LOCATION) != null && REDIRECTS.contains(status)) {
      return redirected(request, status);
    }
    forgetRedirects();
    String failure = request.check().ofStatus(status);
    if (failure == null && answer.cutOff) {
      failure = "body longer than 16 MiB";
    }
    if (failure == null && answer.keepsBody) {
      failure = answer.decode();
    }
    if (failure == null && (answer.keepsHeaders || answer.keepsBody)) {
      failure = request.check().ofContent(answer.headers, answer.body, session);
    }
    return failure == null ? save(request.source().save()) : failure;
  }

  private String redirected(CompiledRequest request, int status) {
    if (++redirects > MAX_REDIRECTS) {
      forgetRedirects();
      return "too many redirects";
    }
    String currentMethod = currentMethod(request);
    String path = sent(request, target != null).split(" ", 3)[1];
    target = service.target(path, answer.headers.get(LOCATION));
    method = status >= KEEPS_METHOD || currentMethod.equals("HEAD") ? currentMethod : "GET";
    if (target == null) {
      forgetRedirects();
      return "redirect elsewhere";
    }
    return AGAIN;
  }

  /** Returns the method of the request that is sent, which a redirect may have changed. */
  private String currentMethod(CompiledRequest request) {
    return target == null ? request.method() : method;
  }

  private void forgetRedirects() {
    redirects = 0;
    target = null;
    method = null;
  }

  /**
   * Saves values of a response; returns null if all of them were found, otherwise the error kind.
   */
  private String save(Map<String, SavedValue> wanted) {
    if (wanted.isEmpty()) {
      return null;
    }
    for (Map.Entry<String, SavedValue> one : wanted.entrySet()) {
      String value = answer.value(one.getValue());
      if (value == null) {
        return "nothing to save as " + one.getKey();
      }
      session.save(one.getKey(), value);
    }
    return null;
  }

  @Override
  public long payloadBytes() {
    return payloadBytes;
  }

  /** Stores only those parts of a response that the scenario uses. */
  private final class ScenarioAnswer implements AnswerListener {

    private final Map<String, String> headers = new HashMap<>();
    private final ByteText body = new ByteText();

    /** The beginning of the response, including its headers. */
    private final ByteText shown = new ByteText();

    private boolean showsBody;
    private boolean headAlone;
    private boolean keepsHeaders;
    private boolean keepsBody;
    private boolean cutOff;

    void begin(CompiledRequest request, boolean ofHead) {
      headAlone = ofHead;
      keepsHeaders = request.check().needsHeaders();
      keepsBody = request.check().needsBody();
      cutOff = false;
      if (!request.source().save().isEmpty()) {
        for (SavedValue value : request.source().save().values()) {
          keepsHeaders |= value.header() != null;
          keepsBody |= value.header() == null;
        }
      }
      if (!headers.isEmpty()) {
        headers.clear();
      }
      body.clear();
      shown.clear();
      showsBody = false;
    }

    @Override
    public boolean isHeadAlone() {
      return headAlone;
    }

    @Override
    public boolean usesBody() {
      return keepsBody || log.wanted().test(null);
    }

    @Override
    public void header(byte[] bytes, int from, int to) {
      if (shown.length() < SHOWN) {
        shown.add(bytes, from, Math.min(to - from, SHOWN)).add(LINE_END);
      }
      int first = bytes[from] | 0x20;
      if (keepsHeaders
          || first == 's'
          || (keepsBody && first == 'c')
          || (follows && first == 'l')) {
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
          colon++;
        }
        if (keepsHeaders
            || colon - from == SET_COOKIE.length()
            || colon - from == ContentCoding.HEADER.length()
            || colon - from == LOCATION.length()) {
          String name = new String(bytes, from, colon - from, ISO_8859_1).toLowerCase(Locale.ROOT);
          String value =
              new String(bytes, colon + 1, Math.max(0, to - colon - 1), ISO_8859_1).strip();
          if (name.equals(SET_COOKIE)) {
            setCookie(value);
          }
          headers.merge(name, value, (before, next) -> before + ", " + next);
        }
      }
    }

    private void setCookie(String value) {
      String[] parts = value.split(";");
      int equals = parts[0].indexOf('=');
      if (equals > 0) {
        String cookie = parts[0].substring(0, equals).strip();
        String rest = value.substring(parts[0].length()).toLowerCase(Locale.ROOT).replace(" ", "");
        if (rest.contains(";max-age=0") || equals == parts[0].length() - 1) {
          session.cookies().remove(cookie);
        } else {
          session.cookies().put(cookie, parts[0].substring(equals + 1).strip());
        }
      }
    }

    @Override
    public void body(byte[] bytes, int from, int length) {
      if (shown.length() < SHOWN && !keepsBody) {
        startBody();
        shown.add(bytes, from, Math.min(length, SHOWN));
      }
      if (keepsBody && !cutOff) {
        cutOff = body.length() + length > MAX_BYTES;
        if (!cutOff) {
          body.add(bytes, from, length);
        }
      }
    }

    /** Returns the beginning of the response; a checked body is shown in its decoded form. */
    private String text() {
      if (!keepsBody) {
        return shown.toString();
      }
      return shown + "\r\n" + cut(body.toString());
    }

    private void startBody() {
      if (!showsBody) {
        shown.add(LINE_END);
        showsBody = true;
      }
    }

    /** Decodes the body; returns the error kind if that is impossible, otherwise null. */
    String decode() {
      String coding = headers.getOrDefault(ContentCoding.HEADER, ContentCoding.NONE);
      if (coding.equals(ContentCoding.NONE) || headAlone || body.length() == 0) {
        return null;
      }
      try {
        ContentCoding.decode(coding, body, MAX_BYTES);
        return null;
      } catch (IOException e) {
        return "body is not " + coding;
      }
    }

    /** Returns the value to be saved; null if the response does not contain it. */
    String value(SavedValue saved) {
      if (saved.header() != null) {
        return headers.get(saved.header().toLowerCase(Locale.ROOT));
      }
      String text = body.toString();
      if (saved.regex() != null) {
        Matcher match = saved.regex().matcher(text);
        return !match.find() ? null : match.group(match.groupCount() > 0 ? 1 : 0);
      }
      try {
        JsonNode found = AnswerCheck.JSON.readTree(text).at(saved.json());
        return found.isMissingNode() || found.isNull()
            ? null
            : found.isValueNode() ? found.asText() : found.toString();
      } catch (IOException noJson) {
        return null;
      }
    }
  }
}
