package io.perfline.sims.driver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.project.SavedValue;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.SessionValues;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * A scenario's sessions on one connection, one after the other. A request whose answer is looked at
 * for its status or a text alone costs no garbage.
 */
final class ScenarioRequests implements Requests {

  private static final int MOST_REDIRECTS = 10;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final int KEEPS_METHOD = 307;
  private final List<CompiledRequest> requests;
  private final HttpAddress service;
  private final SessionValues session;
  private final boolean follows;
  private final long thinkNanos;
  private final ScenarioAnswer answer;
  private final ByteText buffer = new ByteText();
  private final ByteText scratch = new ByteText();
  private final long payloadBytes;
  private int redirects;
  private String target;
  private String method;

  /**
   * @param follows whether redirects are followed
   * @param thinkNanos a visitor's mean time before each request; 0 for none
   */
  ScenarioRequests(
      List<CompiledRequest> requests,
      HttpAddress service,
      SessionValues session,
      boolean follows,
      long thinkNanos) {
    this.requests = requests;
    this.service = service;
    this.session = session;
    this.follows = follows;
    this.thinkNanos = thinkNanos;
    answer = new ScenarioAnswer(session.cookies(), follows);
    payloadBytes = requests.stream().mapToLong(CompiledRequest::bodyLength).sum();
  }

  @Override
  public int parts() {
    return requests.size();
  }

  @Override
  public void begin() {
    session.begin();
    forgetRedirects();
  }

  @Override
  public boolean measuresParts() {
    return requests.size() > 1 || thinkNanos > 0;
  }

  @Override
  public long pauseNanos() {
    return session.around(thinkNanos);
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    CompiledRequest request = requests.get(part);
    if (request.whole() != null && target == null && session.cookies().isEmpty()) {
      out.write(request.whole());
      return;
    }
    if (session.isUsedUp()) {
      throw new IOException("each row of the data was used once");
    }
    String as = target == null ? request.method() : method;
    request.write(buffer, scratch, session, target, as);
    buffer.writeTo(out);
  }

  @Override
  public AnswerListener answer(int part) {
    CompiledRequest request = requests.get(part);
    String as = target == null ? request.method() : method;
    answer.begin(request, as.equals("HEAD"));
    return answer;
  }

  @Override
  public String failure(int part, int status) {
    CompiledRequest request = requests.get(part);
    if (follows && answer.location() != null && REDIRECTS.contains(status)) {
      return redirected(request, status);
    }
    forgetRedirects();
    String failure = request.check().ofStatus(status);
    if (failure == null && answer.isCutOff()) {
      failure = "body longer than 16 MiB";
    }
    if (failure == null && answer.keeps()) {
      failure = request.check().ofContent(answer.headers(), answer.body());
    }
    return failure == null ? save(request.source().save()) : failure;
  }

  private String redirected(CompiledRequest request, int status) {
    if (++redirects > MOST_REDIRECTS) {
      forgetRedirects();
      return "too many redirects";
    }
    String now = target == null ? request.method() : method;
    target = service.target(answer.location());
    method = status >= KEEPS_METHOD || now.equals("HEAD") ? now : "GET";
    if (target == null) {
      forgetRedirects();
      return "redirect elsewhere";
    }
    return AGAIN;
  }

  private void forgetRedirects() {
    redirects = 0;
    target = null;
    method = null;
  }

  /** Null when all was there. */
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

  /** What stands at a place of a body; null for nothing. */
  static String at(SavedValue place, String body) {
    if (place.regex() != null) {
      Matcher match = place.regex().matcher(body);
      return !match.find() ? null : match.group(match.groupCount() > 0 ? 1 : 0);
    }
    try {
      JsonNode found = AnswerCheck.JSON.readTree(body).at(place.json());
      return found.isMissingNode() || found.isNull()
          ? null
          : found.isValueNode() ? found.asText() : found.toString();
    } catch (IOException noJson) {
      return null;
    }
  }
}
