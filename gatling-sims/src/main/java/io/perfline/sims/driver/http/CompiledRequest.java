package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.core.command.Fault;
import io.perfline.core.project.BodyCharset;
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
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A request of a scenario, ready to be written. All connections share it. */
final class CompiledRequest {

  /** A header; the name includes the separator. */
  private record Header(byte[] name, CompiledText value, boolean isCookie) {}

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
                        new CompiledText(header.getValue(), TextSyntax.HEADER, known, variables),
                        header.getKey().equalsIgnoreCase("Cookie")))
            .toList();
    String asks = authorization == null ? "" : "Authorization: %s\r\n".formatted(authorization);
    if (source.header(CONTENT_TYPE) == null
        && source.body() != null
        && source.body().contentType() != null) {
      asks += "%s: %s\r\n".formatted(CONTENT_TYPE, source.body().contentType());
    }
    afterPath = " HTTP/1.1\r\nHost: %s\r\n%s".formatted(service.authority(), asks).getBytes(UTF_8);
    body = source.body() == null ? null : body(source, known, variables);
    check = new AnswerCheck(source.check(), known, variables);
    whole = isConstant() ? constant() : null;
  }

  private static CompiledBody body(
      ScenarioRequest source, Set<String> known, UnaryOperator<String> variables) {
    TextTemplate type = source.header(CONTENT_TYPE);
    try {
      Charset charset =
          BodyCharset.of(
              type == null
                  ? source.body().contentType()
                  : type.fill(
                      name -> known.contains(name) ? "${" + name + "}" : variables.apply(name)));
      TextSyntax syntax = RequestBody.syntax(type == null ? null : type.toString());
      return new CompiledBody(source.body(), syntax, charset, known, variables);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw Fault.configuration(
          "%s: the body can't be sent: %s; 'binary' sends a file as it is"
              .formatted(source.name(), e.getMessage()));
    }
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
      write(request, content, none, new CookieJar(service), null, method);
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
   * @param cookies the cookies of the session, of which those for the path are sent
   * @param target the path and query of a redirect; null for the request's own path
   * @param currentMethod the method, which may be that of a redirect
   */
  void write(
      ByteText out,
      ByteText scratch,
      SessionValues session,
      CookieJar cookies,
      String target,
      String currentMethod)
      throws IOException {
    out.clear();
    out.add(currentMethod).add(" ");
    int from = out.length();
    if (target == null) {
      writePath(out, session);
    } else {
      out.addToPath(target);
    }
    String sent =
        cookies.isEmpty() ? null : new String(out.bytes(), from, out.length() - from, ISO_8859_1);
    out.add(afterPath);
    for (int i = 0; i < headers.size(); i++) {
      Header header = headers.get(i);
      out.add(header.name());
      header.value().into(out, session);
      if (header.isCookie() && sent != null) {
        cookies.addTo(out, sent);
        sent = null;
      }
      out.add(LINE_END);
    }
    if (sent != null) {
      cookies.addHeader(out, sent);
    }
    boolean carries = body != null && currentMethod.equals(method);
    scratch.clear();
    if (carries) {
      try {
        body.into(scratch, session);
      } catch (UncheckedIOException e) {
        throw new UnsentRequest("value that the body's charset lacks");
      }
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
}
