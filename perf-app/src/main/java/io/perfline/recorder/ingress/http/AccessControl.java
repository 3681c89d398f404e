package io.perfline.recorder.ingress.http;

import io.perfline.recorder.core.RecorderSettings.Who;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Checks whether a sender is allowed. The token is sent as a bearer token or, by browsers, as the
 * password of basic authentication.
 */
public final class AccessControl {

  private static final String BEARER = "Bearer ";
  private static final String BASIC = "Basic ";

  private final byte[] token;

  /**
   * Creates the check.
   *
   * @param token the token; may be null if nothing requires it
   */
  public AccessControl(String token) {
    this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns if the sender is allowed.
   *
   * @throws ProblemException with status 401 or 403 if the sender is not allowed
   */
  public void require(Who who, HttpServletRequest request, HttpServletResponse response)
      throws ProblemException {
    boolean allowed =
        switch (who) {
          case EVERYONE -> true;
          case LOOPBACK -> isLoopback(request.getRemoteAddr());
          case TOKEN -> showsToken(request.getHeader("Authorization"));
          case NOBODY -> false;
        };
    if (!allowed && who == Who.TOKEN) {
      response.addHeader("WWW-Authenticate", "Bearer realm=\"recorder\"");
      response.addHeader("WWW-Authenticate", "Basic realm=\"recorder\", charset=\"UTF-8\"");
      throw new ProblemException(
          new Problem(401, "Unauthorized", "show the recorder's access token"));
    }
    if (!allowed) {
      throw new ProblemException(new Problem(403, "Forbidden", "the recorder does not allow this"));
    }
  }

  private static boolean isLoopback(String address) {
    return address.startsWith("127.") || address.equals("0:0:0:0:0:0:0:1") || address.equals("::1");
  }

  private boolean showsToken(String header) {
    if (header == null || token == null) {
      return false;
    }
    byte[] shown = header.startsWith(BASIC) ? password(header) : bearer(header);
    return MessageDigest.isEqual(token, shown);
  }

  private static byte[] bearer(String header) {
    String shown = header.startsWith(BEARER) ? header.substring(BEARER.length()) : "";
    return shown.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] password(String header) {
    try {
      byte[] pair = Base64.getDecoder().decode(header.substring(BASIC.length()).strip());
      String text = new String(pair, StandardCharsets.UTF_8);
      return text.substring(text.indexOf(':') + 1).getBytes(StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return new byte[0]; // not base64, hence not the token
    }
  }

  /** Returns a filter that accepts only GET and HEAD, and only from allowed senders. */
  public Filter filter(Who who) {
    return new Filter() {
      @Override
      public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
          throws IOException, ServletException {
        HttpServletRequest httpRequest = (HttpServletRequest) request;
        HttpServletResponse httpResponse = (HttpServletResponse) response;
        try {
          require(who, httpRequest, httpResponse);
          String method = httpRequest.getMethod();
          if (!method.equals("GET") && !method.equals("HEAD")) {
            throw new ProblemException(Problem.notAllowed(httpResponse, "GET, HEAD"));
          }
        } catch (ProblemException e) {
          e.problem().send(httpRequest, httpResponse);
          return;
        }
        SecurityHeaders.set(httpResponse);
        chain.doFilter(request, response);
      }

      @Override
      public void init(FilterConfig config) {
        // There is nothing to prepare.
      }

      @Override
      public void destroy() {
        // There is nothing to release.
      }
    };
  }
}
