package io.perfline.recorder.ingress.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.perfline.recorder.core.JsonFactories;
import io.perfline.recorder.core.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * An error response, sent as {@code application/problem+json} (RFC 9457) or, to browsers, as a
 * page.
 *
 * @param title the status in a few words
 * @param detail the reason for this error
 */
public record Problem(int status, String title, String detail) {

  private static final JsonFactory JSON = JsonFactories.create();

  public static Problem badRequest(String detail) {
    return new Problem(400, "Bad Request", detail);
  }

  public static Problem notFound(String detail) {
    return new Problem(404, "Not Found", detail);
  }

  /**
   * Returns a problem with status 405 and sets the header {@code Allow}.
   *
   * @param allowed the allowed methods, separated by commas
   */
  public static Problem notAllowed(HttpServletResponse response, String allowed) {
    response.setHeader("Allow", allowed);
    return new Problem(405, "Method Not Allowed", "only " + allowed + " can be used here");
  }

  public static Problem tooLarge(String detail) {
    return new Problem(413, "Request Entity Too Large", detail);
  }

  public static Problem unsupported(String detail) {
    return new Problem(415, "Unsupported Media Type", detail);
  }

  public static Problem unavailable(String detail) {
    return new Problem(503, "Service Unavailable", detail);
  }

  public static Problem of(Refusal refusal) {
    return switch (refusal.kind()) {
      case INVALID -> badRequest(refusal.detail());
      case TOO_LARGE -> tooLarge(refusal.detail());
      case BUSY, UNAVAILABLE, TIMEOUT, CLOSING -> unavailable(refusal.detail());
    };
  }

  /** Sends this problem as a page if the request comes from a browser, otherwise as JSON. */
  public void send(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String method = request.getMethod();
    String accepted = request.getHeader("Accept");
    boolean reads = method.equals("GET") || method.equals("HEAD");
    if (reads && accepted != null && accepted.contains("text/html")) {
      sendPage(request.getContextPath(), response);
    } else {
      send(response);
    }
  }

  /** Sends this problem as JSON. With status 503, the response has a {@code Retry-After} header. */
  public void send(HttpServletResponse response) throws IOException {
    begin(response, "application/problem+json");
    OutputStream body = response.getOutputStream();
    try (JsonGenerator json = JSON.createGenerator(body)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("title", title);
      json.writeNumberField("status", status);
      json.writeStringField("detail", detail);
      json.writeEndObject();
    }
  }

  private void sendPage(String contextPath, HttpServletResponse response) throws IOException {
    begin(response, "text/html;charset=UTF-8");
    String page =
        Html.page(contextPath, title)
            .raw("<p>")
            .text(status + ": " + detail + ".")
            .raw("</p>\n<p>")
            .link(contextPath + "/", "All services")
            .raw("</p>\n")
            .end();
    response.getOutputStream().write(page.getBytes(StandardCharsets.UTF_8));
  }

  private void begin(HttpServletResponse response, String contentType) {
    SecurityHeaders.set(response);
    response.setStatus(status);
    response.setContentType(contentType);
    response.setHeader("Cache-Control", "no-store");
    if (status == 503) {
      response.setHeader("Retry-After", "1");
    }
  }
}
