package io.perfline.sims.driver.http;

import io.perfline.core.project.ScenarioRequest;
import io.perfline.sims.template.ByteText;
import io.perfline.sims.template.CompiledText;
import io.perfline.sims.template.SessionValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A request of a scenario, ready to be written; shared by all connections. */
final class CompiledRequest {

  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE");
  private final ScenarioRequest source;
  private final HttpAddress service;
  private final String authorization;
  private final CompiledText path;
  private final Map<String, CompiledText> headers = new LinkedHashMap<>();
  private final CompiledText body;
  private final AnswerCheck check;
  private final byte[] whole;

  /**
   * @param service its address, a path before all others' included
   * @param authorization the header's value; null for none
   * @param known names that a session gives values
   * @param variables the value of each variable of the process
   */
  CompiledRequest(
      ScenarioRequest source,
      HttpAddress service,
      String authorization,
      Set<String> known,
      UnaryOperator<String> variables) {
    this.source = source;
    this.service = service;
    this.authorization = authorization;
    path = new CompiledText(source.path(), known, variables);
    source.headers().forEach((k, v) -> headers.put(k, new CompiledText(v, known, variables)));
    body = source.body() == null ? null : new CompiledText(source.body(), known, variables);
    check = new AnswerCheck(source.check());
    whole = isConstant() ? constant() : null;
  }

  private boolean isConstant() {
    return path.isConstant()
        && headers.values().stream().allMatch(CompiledText::isConstant)
        && (body == null || body.isConstant());
  }

  private byte[] constant() {
    SessionValues none = new SessionValues(null, 0, 1, 0);
    ByteText request = new ByteText();
    write(request, new ByteText(), none, null, source.method());
    return java.util.Arrays.copyOf(request.bytes(), request.length());
  }

  String method() {
    return source.method();
  }

  AnswerCheck check() {
    return check;
  }

  ScenarioRequest source() {
    return source;
  }

  /** The bytes of one that is the same each time; null for others. */
  byte[] whole() {
    return whole;
  }

  /** The payload, in bytes, of one that is the same each time. */
  long bodyLength() {
    return source.body() == null ? 0 : source.body().toString().length();
  }

  /**
   * Writes it into {@code out}.
   *
   * @param scratch room for the body
   * @param target where a redirect points, from the host's root on; null for its own path
   * @param as the method, after a redirect another one than its own
   */
  void write(ByteText out, ByteText scratch, SessionValues session, String target, String as) {
    out.clear();
    out.add(as).add(" ");
    if (target == null) {
      writePath(out, session);
    } else {
      out.addToPath(target);
    }
    out.add(" HTTP/1.1\r\nHost: ").add(service.authority()).add("\r\n");
    headers.forEach(
        (name, value) -> {
          out.add(name).add(": ");
          value.into(out, session, ByteText::addToHeader);
          out.add("\r\n");
        });
    if (authorization != null) {
      out.add("Authorization: ").add(authorization).add("\r\n");
    }
    writeCookies(out, session.cookies());
    boolean carries = body != null && as.equals(source.method());
    scratch.clear();
    if (carries) {
      body.into(scratch, session, ByteText::add);
    }
    if (carries || !WITHOUT_BODY.contains(as)) {
      out.add("Content-Length: ").add(Integer.toString(scratch.length())).add("\r\n");
    }
    out.add("\r\n").add(scratch);
  }

  private void writePath(ByteText out, SessionValues session) {
    if (!path.beginsWithValue()) {
      out.add(service.path().equals("/") ? "" : service.path());
      path.into(out, session, ByteText::addToPath);
      return;
    }
    String target = service.target(path.text(session));
    // What leads to another server was refused when it was saved: it is asked of this one.
    out.addToPath(target == null ? "/" : target);
  }

  private static void writeCookies(ByteText out, Map<String, String> cookies) {
    if (!cookies.isEmpty()) {
      String between = "Cookie: ";
      for (Map.Entry<String, String> cookie : cookies.entrySet()) {
        out.add(between).add(cookie.getKey()).add("=").addToHeader(cookie.getValue());
        between = "; ";
      }
      out.add("\r\n");
    }
  }
}
