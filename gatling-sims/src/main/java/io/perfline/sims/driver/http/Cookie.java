package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A cookie that a server has set.
 *
 * @param pair name and value, as they are sent back
 * @param domain the value of {@code Domain}, without its leading dot; the host if there is none
 * @param path the path to which, and below which, it is sent
 * @param secure whether it is sent only over a secure connection
 * @param expires the first millisecond since 1970 at which it is no longer sent
 */
record Cookie(String name, byte[] pair, String domain, String path, boolean secure, long expires) {

  /** The maximum length of name and value together, in bytes, as browsers have it. */
  private static final int MAX_BYTES = 4096;

  private static final int MAX_ATTRIBUTE_BYTES = 1024;

  /**
   * Reads the value of {@code Set-Cookie} (RFC 6265, 5.2). Like browsers, it also accepts a cookie
   * without a name, which is sent back as its value alone.
   *
   * @param text the header's value, with one character per byte
   * @param host the domain without an attribute {@code Domain}
   * @param defaultPath the path without an attribute {@code Path}
   * @param now milliseconds since 1970
   * @return null if it is not a cookie
   */
  static Cookie of(String text, String host, String defaultPath, long now) {
    if (text.chars().anyMatch(one -> (one < ' ' && one != '\t') || one == 0x7f)) {
      return null;
    }
    int end = text.indexOf(';');
    String first = end < 0 ? text : text.substring(0, end);
    int equals = first.indexOf('=');
    String name = name(text);
    String value = trim(first.substring(equals + 1));
    String pair = name.isEmpty() ? value : name + "=" + value;
    if (pair.isEmpty() || name.length() + value.length() > MAX_BYTES) {
      return null;
    }
    Map<String, String> attributes = attributes(end < 0 ? "" : text.substring(end + 1));
    String domain =
        attributes.getOrDefault("domain", "").replaceFirst("^\\.", "").toLowerCase(Locale.ROOT);
    String path = attributes.getOrDefault("path", "");
    return new Cookie(
        name,
        pair.getBytes(ISO_8859_1),
        domain.isEmpty() ? host : domain,
        path.startsWith("/") ? path : defaultPath,
        attributes.containsKey("secure"),
        expires(attributes, now));
  }

  /** Returns the name in a value of {@code Set-Cookie}; empty if there is none. */
  static String name(String text) {
    String first = text.split(";", 2)[0];
    int equals = first.indexOf('=');
    return equals < 0 ? "" : trim(first.substring(0, equals));
  }

  /** Returns the attributes with their names in lower case; the last one of a name wins. */
  private static Map<String, String> attributes(String text) {
    Map<String, String> attributes = new HashMap<>();
    for (String one : text.split(";")) {
      int equals = one.indexOf('=');
      String name = trim(equals < 0 ? one : one.substring(0, equals)).toLowerCase(Locale.ROOT);
      String value = equals < 0 ? "" : trim(one.substring(equals + 1));
      boolean used =
          switch (name) {
            case "expires" -> CookieDate.millis(value) != CookieDate.NONE;
            case "max-age" -> value.matches("-?[0-9]+");
            default -> true;
          };
      if (used && value.length() <= MAX_ATTRIBUTE_BYTES) {
        attributes.put(name, value);
      }
    }
    return attributes;
  }

  private static long expires(Map<String, String> attributes, long now) {
    String age = attributes.get("max-age");
    if (age != null) {
      boolean over = age.startsWith("-") || age.matches("0+");
      return over ? 0 : age.length() > 12 ? Long.MAX_VALUE : now + Long.parseLong(age) * 1000;
    }
    String date = attributes.get("expires");
    return date == null ? Long.MAX_VALUE : CookieDate.millis(date);
  }

  private static String trim(String text) {
    return text.replaceAll("^[ \t]+|[ \t]+$", "");
  }

  /** Returns whether another cookie replaces this one. */
  boolean isReplacedBy(Cookie other) {
    return name.equals(other.name) && domain.equals(other.domain) && path.equals(other.path);
  }

  /**
   * Returns whether the cookie is sent with a request (RFC 6265, 5.1.4).
   *
   * @param requested the path of the request, without its query
   */
  boolean isFor(String requested) {
    return requested.startsWith(path)
        && (requested.length() == path.length()
            || path.endsWith("/")
            || requested.charAt(path.length()) == '/');
  }
}
