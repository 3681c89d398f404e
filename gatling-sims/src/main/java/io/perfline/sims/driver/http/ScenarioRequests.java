package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.GrpcStatus;
import io.perfline.core.project.SavedValue;
import io.perfline.core.run.FailedAnswer;
import io.perfline.core.yaml.SecretNames;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.SessionValues;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sessions of a scenario on one connection, one after another. A request allocates nothing if
 * only the status of its response, or a text in it, is checked.
 */
final class ScenarioRequests implements Requests {

  private static final int MAX_REDIRECTS = 10;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final int SEE_OTHER = 303;

  /** The approximate number of bytes of a request and of a response that are shown. */
  static final int SHOWN = 2_000;

  private final List<CompiledRequest> requests;
  private final HttpAddress service;
  private final SessionValues session;
  private final boolean follows;
  private final ExchangeLog log;
  private final Redaction redaction;
  private final long thinkNanos;
  private final ScenarioAnswer answer;
  private final CookieJar cookies;
  private final List<String> leftOut = new ArrayList<>();
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
    answer = new ScenarioAnswer(follows, () -> log.wanted().test(null));
    cookies = new CookieJar(service);
  }

  @Override
  public int parts() {
    return requests.size();
  }

  @Override
  public void begin() {
    session.begin();
    cookies.clear();
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
    if (request.whole() != null && target == null && cookies.isEmpty()) {
      buffer.clear();
      out.write(request.whole());
      payloadBytes += request.bodyLength();
      return;
    }
    request.write(buffer, scratch, session, cookies, target, currentMethod(request));
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
    keepCookies(request);
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
        new ArrayList<>(request.check().explain(status, answer.headers(), answer.body(), session));
    for (Map.Entry<String, SavedValue> saved : request.source().save().entrySet()) {
      String value = answer.value(saved.getValue());
      checks.add(
          value == null
              ? "FAIL  nothing to save as " + saved.getKey()
              : "ok    saved as %s: %s"
                  .formatted(saved.getKey(), SecretNames.isSecret(saved.getKey()) ? "…" : value));
    }
    checks.addAll(leftOut);
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
    if (follows && answer.location() != null && REDIRECTS.contains(status)) {
      return redirected(request, status);
    }
    forgetRedirects();
    String failure = request.check().ofStatus(status);
    if (failure == null) {
      failure = answer.decode();
    }
    if (failure == null && answer.isKept()) {
      failure = request.check().ofContent(answer.headers(), answer.body(), session);
    }
    return failure == null ? save(request.source().save()) : failure;
  }

  private String redirected(CompiledRequest request, int status) {
    if (++redirects > MAX_REDIRECTS) {
      forgetRedirects();
      return "too many redirects";
    }
    String currentMethod = currentMethod(request);
    target = service.target(sentTarget(request), answer.location());
    method = redirectedMethod(currentMethod, status);
    if (target == null) {
      forgetRedirects();
      return "redirect elsewhere";
    }
    return AGAIN;
  }

  /** Returns the method after a redirect, as browsers have it (RFC 9110, 15.4). */
  private static String redirectedMethod(String before, int status) {
    boolean seesOther = status == SEE_OTHER && !before.equals("HEAD");
    return seesOther || (status < SEE_OTHER && before.equals("POST")) ? "GET" : before;
  }

  /** Keeps the cookies of a response for later requests, and remembers why others are left out. */
  private void keepCookies(CompiledRequest request) {
    if (!leftOut.isEmpty()) {
      leftOut.clear();
    }
    if (answer.cookies().isEmpty()) {
      return;
    }
    String path = sentTarget(request);
    for (String cookie : answer.cookies()) {
      String fault = cookies.set(cookie, path);
      if (fault != null) {
        leftOut.add("note  the cookie '%s' is left out: %s".formatted(Cookie.name(cookie), fault));
      }
    }
  }

  /** Returns the path and query of the request that was sent last. */
  private String sentTarget(CompiledRequest request) {
    boolean constant = buffer.length() == 0;
    byte[] sent = constant ? request.whole() : buffer.bytes();
    int from = 0;
    while (sent[from] != ' ') {
      from++;
    }
    int to = from + 1;
    while (sent[to] != ' ') {
      to++;
    }
    return new String(sent, from + 1, to - from - 1, ISO_8859_1);
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
}
