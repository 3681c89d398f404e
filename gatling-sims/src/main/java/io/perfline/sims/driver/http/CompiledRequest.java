package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.ScenarioRequest;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.SessionValues;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A request of a scenario, ready to be written. All connections share it. */
final class CompiledRequest {

  /** A header; the name includes the separator. */
  private record Header(byte[] name, CompiledText value) {}

  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(UTF_8);
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE");
  private final ScenarioRequest source;
  private final String method;
  private final HttpAddress service;
  private final CompiledText path;
  private final List<Header> headers;
  private final byte[] afterPath;
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
    method = source.method();
    this.service = service;
    path = new CompiledText(source.path(), known, variables);
    headers =
        source.headers().entrySet().stream()
            .map(
                header ->
                    new Header(
                        (header.getKey() + ": ").getBytes(UTF_8),
                        new CompiledText(header.getValue(), known, variables)))
            .toList();
    String asks = authorization == null ? "" : "Authorization: %s\r\n".formatted(authorization);
    afterPath = " HTTP/1.1\r\nHost: %s\r\n%s".formatted(service.authority(), asks).getBytes(UTF_8);
    body = source.body() == null ? null : new CompiledText(source.body(), known, variables);
    check = new AnswerCheck(source.check());
    whole = isConstant() ? constant() : null;
  }

  private boolean isConstant() {
    return path.isConstant()
        && headers.stream().map(Header::value).allMatch(CompiledText::isConstant)
        && (body == null || body.isConstant());
  }

  private byte[] constant() {
    SessionValues none = new SessionValues(null, 0, new RowNumbers(), 0);
    ByteText request = new ByteText();
    write(request, new ByteText(), none, null, method);
    return java.util.Arrays.copyOf(request.bytes(), request.length());
  }

  String method() {
    return method;
  }

  AnswerCheck check() {
    return check;
  }

  ScenarioRequest source() {
    return source;
  }

  /** Returns the bytes of a constant request; null for others. */
  byte[] whole() {
    return whole;
  }

  /** Returns the payload of a constant request in bytes. */
  long bodyLength() {
    return source.body() == null ? 0 : source.body().toString().length();
  }

  /**
   * Writes the request.
   *
   * @param scratch a buffer for the body
   * @param target the target of a redirect, from the host's root on; null for the request's own
   *     path
   * @param as the method, which a redirect may change
   */
  void write(ByteText out, ByteText scratch, SessionValues session, String target, String as) {
    out.clear();
    out.add(as).add(" ");
    if (target == null) {
      writePath(out, session);
    } else {
      out.addToPath(target);
    }
    out.add(afterPath);
    for (int i = 0; i < headers.size(); i++) {
      out.add(headers.get(i).name());
      headers.get(i).value().into(out, session, ByteText::addToHeader);
      out.add(LINE_END);
    }
    writeCookies(out, session.cookies());
    boolean carries = body != null && as.equals(method);
    scratch.clear();
    if (carries) {
      body.into(scratch, session, ByteText::add);
    }
    if (carries || !WITHOUT_BODY.contains(as)) {
      out.add(CONTENT_LENGTH).add(scratch.length()).add(LINE_END);
    }
    out.add(LINE_END).add(scratch);
  }

  private void writePath(ByteText out, SessionValues session) {
    if (!path.beginsWithValue()) {
      out.add(service.path().equals("/") ? "" : service.path());
      path.into(out, session, ByteText::addToPath);
      return;
    }
    String target = service.target(path.text(session));
    // A value with the address of another server was refused when it was saved, so this server is
    // asked.
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
