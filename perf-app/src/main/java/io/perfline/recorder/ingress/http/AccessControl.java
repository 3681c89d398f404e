package io.perfline.recorder.ingress.http;

import io.perfline.recorder.settings.RecorderSettings.Who;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * Lets in who is allowed to. The token comes as a bearer token, or as the password of a browser.
 */
public final class AccessControl {

  private static final String BEARER = "Bearer ";
  private static final String BASIC = "Basic ";

  private final byte[] token;

  /** Creates the control; {@code token} may be null when nothing asks for it. */
  public AccessControl(String token) {
    this.token = token == null ? null : token.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns when the sender is one of those, and ends the request otherwise. */
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
}
