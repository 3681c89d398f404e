package io.perfline.recorder.ingress.http;

import javax.servlet.http.HttpServletResponse;

/** Sets the security headers of every response that a browser may show. */
public final class SecurityHeaders {

  private SecurityHeaders() {}

  /**
   * Sets headers that allow only this application's own resources, and forbid frames, content
   * sniffing and referrers.
   */
  public static void set(HttpServletResponse response) {
    response.setHeader(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  }
}
