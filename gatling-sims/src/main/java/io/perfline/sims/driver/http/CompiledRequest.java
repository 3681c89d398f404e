package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.project.RequestBody;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.core.project.TextSyntax;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.CompiledBody;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.SessionValues;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A request of a scenario, ready to be written. All connections share it. */
final class CompiledRequest {

  /** A header; the name includes the separator. */
  private record Header(byte[] name, CompiledText value) {}

  private static final String CONTENT_TYPE = "Content-Type";
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(UTF_8);

  /** The methods whose requests have no header {@code Content-Length} if they have no body. */
  static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "DELETE", "OPTIONS");

  private final ScenarioRequest source;
  private final String method;
  private final HttpAddress service;
  private final CompiledText path;
  private final List<Header> headers;
  private final byte[] afterPath;
  private final CompiledBody body;
  private final AnswerCheck check;
  private final byte[] whole;
  private long bodyLength;

  /**
   * @param service the service's address, whose path precedes the paths of all requests
   * @param authorization the value of the header {@code Authorization}; null for none
   * @param known the names whose values a session provides
   * @param variables returns the value of a process variable
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
    path = new CompiledText(source.path(), TextSyntax.PATH, known, variables);
    headers =
        source.headers().entrySet().stream()
            .map(
                header ->
                    new Header(
                        (header.getKey() + ": ").getBytes(UTF_8),
                        new CompiledText(header.getValue(), TextSyntax.HEADER, known, variables)))
            .toList();
    String asks = authorization == null ? "" : "Authorization: %s\r\n".formatted(authorization);
    if (source.header(CONTENT_TYPE) == null
        && source.body() != null
        && source.body().contentType() != null) {
      asks += "%s: %s\r\n".formatted(CONTENT_TYPE, source.body().contentType());
    }
    afterPath = " HTTP/1.1\r\nHost: %s\r\n%s".formatted(service.authority(), asks).getBytes(UTF_8);
    body =
        source.body() == null
            ? null
            : new CompiledBody(source.body(), syntax(source), known, variables);
    check = new AnswerCheck(source.check(), known, variables);
    whole = isConstant() ? constant() : null;
  }

  private static TextSyntax syntax(ScenarioRequest source) {
    TextTemplate type = source.header(CONTENT_TYPE);
    return RequestBody.syntax(type == null ? null : type.toString());
  }

  private boolean isConstant() {
    return path.isConstant()
        && headers.stream().map(Header::value).allMatch(CompiledText::isConstant)
        && (body == null || body.isConstant());
  }

  private byte[] constant() {
    SessionValues none = new SessionValues(null, 0, new RowNumbers(), 0);
    ByteText request = new ByteText();
    ByteText content = new ByteText();
    try {
      write(request, content, none, null, method);
    } catch (IOException e) {
      throw new IllegalStateException("a constant path has no address of a server", e);
    }
    bodyLength = content.length();
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

  /** Returns the bytes of a constant request; null for other requests. */
  byte[] whole() {
    return whole;
  }

  /** Returns the length in bytes of a constant request's body. */
  long bodyLength() {
    return bodyLength;
  }

  /**
   * Writes the request.
   *
   * @param scratch a buffer for the body, which is overwritten
   * @param target the path and query of a redirect; null for the request's own path
   * @param currentMethod the method, which may be that of a redirect
   */
  void write(
      ByteText out, ByteText scratch, SessionValues session, String target, String currentMethod)
      throws IOException {
    out.clear();
    out.add(currentMethod).add(" ");
    if (target == null) {
      writePath(out, session);
    } else {
      out.addToPath(target);
    }
    out.add(afterPath);
    for (int i = 0; i < headers.size(); i++) {
      out.add(headers.get(i).name());
      headers.get(i).value().into(out, session);
      out.add(LINE_END);
    }
    writeCookies(out, session.cookies());
    boolean carries = body != null && currentMethod.equals(method);
    scratch.clear();
    if (carries) {
      body.into(scratch, session);
    }
    if (carries || !WITHOUT_BODY.contains(currentMethod)) {
      out.add(CONTENT_LENGTH).add(scratch.length()).add(LINE_END);
    }
    out.add(LINE_END).add(scratch);
  }

  private void writePath(ByteText out, SessionValues session) throws IOException {
    if (!path.beginsWithValue()) {
      out.add(service.path().equals("/") ? "" : service.path());
      path.into(out, session);
      return;
    }
    String target = service.target(path.text(session));
    if (target == null) {
      throw new UnsentRequest("address of another server");
    }
    out.addToPath(target);
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
