package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.perfline.sims.driver.ByteText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The cookies of one session with one service, kept and sent by the rules of RFC 6265. Like
 * browsers, it sends those with {@code Secure} over TLS and to the machine itself. Not thread-safe.
 */
final class CookieJar {

  private static final byte[] SEPARATOR = {';', ' '};
  private static final byte[] HEADER = {'C', 'o', 'o', 'k', 'i', 'e', ':', ' '};
  private static final byte[] LINE_END = {'\r', '\n'};

  private final String host;
  private final boolean secure;
  private final LongSupplier millis;

  /** Longer paths first; of equal ones, the cookie that was set first. */
  private final List<Cookie> cookies = new ArrayList<>();

  CookieJar(HttpAddress service) {
    this(service, System::currentTimeMillis);
  }

  /**
   * @param millis the clock, in milliseconds since 1970
   */
  CookieJar(HttpAddress service, LongSupplier millis) {
    this.millis = millis;
    host = service.host().toLowerCase(Locale.ROOT);
    secure = service.tls() || isThisMachine();
  }

  private boolean isThisMachine() {
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.equals("::1")
        || (host.startsWith("127.") && isAddress());
  }

  private boolean isAddress() {
    return host.indexOf(':') >= 0 || host.matches("[0-9]+(\\.[0-9]+){3}");
  }

  void clear() {
    if (!cookies.isEmpty()) {
      cookies.clear();
    }
  }

  boolean isEmpty() {
    return cookies.isEmpty();
  }

  /**
   * Takes the value of a header {@code Set-Cookie}.
   *
   * @param text the value, with one character per byte
   * @param target the path and query of the request
   * @return why the cookie is not kept; null if it is, or if it has expired and so removes another
   */
  String set(String text, String target) {
    long now = millis.getAsLong();
    Cookie cookie = Cookie.of(text, host, defaultPath(path(target)), now);
    String fault = cookie == null ? "it is not a cookie" : fault(cookie);
    if (fault != null) {
      return fault;
    }
    int at = 0;
    while (at < cookies.size() && !cookies.get(at).isReplacedBy(cookie)) {
      at++;
    }
    boolean known = at < cookies.size();
    if (cookie.expires() <= now) {
      if (known) {
        cookies.remove(at);
      }
    } else if (known) {
      cookies.set(at, cookie);
    } else {
      at = 0;
      while (at < cookies.size() && cookies.get(at).path().length() >= cookie.path().length()) {
        at++;
      }
      cookies.add(at, cookie);
    }
    return null;
  }

  private String fault(Cookie cookie) {
    String domain = cookie.domain();
    boolean above = domain.indexOf('.') > 0 && host.endsWith("." + domain) && !isAddress();
    if (!domain.equals(host) && !above) {
      return "its domain '%s' is not that of %s".formatted(domain, host);
    } else if (cookie.secure() && !secure) {
      return "it is secure, and the connection is not";
    }
    String name = new String(cookie.pair(), ISO_8859_1).toLowerCase(Locale.ROOT);
    boolean ofHost = name.startsWith("__host-");
    if ((ofHost || name.startsWith("__secure-")) && !cookie.secure()) {
      return "its name requires 'Secure'";
    } else if (ofHost && !cookie.path().equals("/")) {
      return "its name requires 'Path=/'";
    }
    return null;
  }

  /** Returns the directory of a request's path (RFC 6265, 5.1.4). */
  private static String defaultPath(String path) {
    int end = path.lastIndexOf('/');
    return end <= 0 ? "/" : path.substring(0, end);
  }

  private static String path(String target) {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /**
   * Appends the header {@code Cookie} of a request; nothing if no cookie is for its path.
   *
   * @param target the path and query of the request
   */
  void addHeader(ByteText out, String target) {
    if (add(out, target, HEADER)) {
      out.add(LINE_END);
    }
  }

  /** Appends the cookies of a request to those that a header already contains. */
  void addTo(ByteText out, String target) {
    add(out, target, SEPARATOR);
  }

  private boolean add(ByteText out, String target, byte[] before) {
    String path = path(target);
    long now = millis.getAsLong();
    byte[] between = before;
    for (Cookie cookie : cookies) {
      if (cookie.expires() > now && cookie.isFor(path)) {
        out.add(between).add(cookie.pair());
        between = SEPARATOR;
      }
    }
    return between != before;
  }
}
