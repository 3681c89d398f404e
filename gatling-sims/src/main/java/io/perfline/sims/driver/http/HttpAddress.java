package io.perfline.sims.driver.http;

import io.perfline.sims.driver.DriverException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * The address of requests.
 *
 * @param port the port; by default that of the scheme
 * @param path the path with the query, which is at least {@code /}
 */
public record HttpAddress(String host, int port, boolean tls, String path) {

  private static final Pattern ABSOLUTE =
      Pattern.compile("(?i)(?:(?<scheme>https?):)?//(?<authority>[^/?\\\\]*)(?<rest>.*)");
  private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:");

  /** Returns the address of a URL. */
  public static HttpAddress of(URI url) {
    boolean tls = "https".equals(url.getScheme());
    if (url.getHost() == null || (!tls && !"http".equals(url.getScheme()))) {
      throw new DriverException(
          "'%s' is not an address to load: it must be http://HOST[:PORT]/… or https://…"
              .formatted(url));
    }
    int port = url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80;
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    String host = url.getHost();
    boolean bracketed = host.startsWith("[");
    return new HttpAddress(
        bracketed ? host.substring(1, host.length() - 1) : host, port, tls, path + query);
  }

  /**
   * Returns the path and query of an address that a response contained, which may be relative to
   * this one; null if it is on another server.
   */
  String target(String address) {
    return target(path.replaceFirst("/?$", "/"), address);
  }

  /**
   * Returns the path and query to request after a redirect; null if it leads to another server.
   *
   * @param from the path and query of the request that was redirected
   * @param location the header {@code Location}, which may be relative to {@code from} (RFC 3986,
   *     5.2), and may contain characters that no URL may contain
   */
  String target(String from, String location) {
    String to = location.replaceFirst("#.*", "");
    Matcher absolute = ABSOLUTE.matcher(to);
    if (absolute.matches()) {
      String scheme = absolute.group("scheme") == null ? "" : absolute.group("scheme");
      if (!isThis(scheme, absolute.group("authority"))) {
        return null;
      }
      to = absolute.group("rest");
      return to.isEmpty() || to.startsWith("?") ? "/" + to : withoutDots(to);
    } else if (SCHEME.matcher(to).find()) {
      return null;
    }
    String base = from.replaceFirst("\\?.*", "");
    if (to.isEmpty() || to.startsWith("?")) {
      return to.isEmpty() ? from : base + to;
    }
    return withoutDots(to.startsWith("/") ? to : base.substring(0, base.lastIndexOf('/') + 1) + to);
  }

  private boolean isThis(String scheme, String server) {
    try {
      String same = scheme.isEmpty() ? tls ? "https" : "http" : scheme.toLowerCase(Locale.ROOT);
      HttpAddress other = of(new URI(same + "://" + server));
      return other.host.equalsIgnoreCase(host) && other.port == port && other.tls == tls;
    } catch (URISyntaxException | DriverException e) {
      return false;
    }
  }

  /** Returns a path and query without the segments {@code .} and {@code ..} (RFC 3986, 5.2.4). */
  private static String withoutDots(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    if (!path.contains("/.")) {
      return target;
    }
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      boolean up = segments[i].equals("..");
      if (up) {
        kept.pollLast();
      }
      if (!up && !segments[i].equals(".")) {
        kept.addLast(segments[i]);
      } else if (i == segments.length - 1) {
        kept.addLast("");
      }
    }
    return "/" + String.join("/", kept) + (query < 0 ? "" : target.substring(query));
  }

  /** Returns the text of bytes, of which those beyond ASCII become {@code %XX}. */
  static String ascii(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      if (bytes[i] >= 0) {
        text.append((char) bytes[i]);
      } else {
        text.append("%%%02X".formatted(bytes[i] & 0xff));
      }
    }
    return text.toString();
  }

  /** Returns the value of the {@code Host} header, which omits the scheme's default port. */
  public String authority() {
    String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == (tls ? 443 : 80) ? name : name + ":" + port;
  }

  /**
   * Returns the address to connect to.
   *
   * @throws UnknownHostException if the host's name cannot be resolved
   */
  public InetSocketAddress resolved() throws UnknownHostException {
    InetSocketAddress resolved = new InetSocketAddress(host, port);
    if (resolved.isUnresolved()) {
      throw new UnknownHostException(host);
    }
    return resolved;
  }

  /**
   * Returns the client side of a new TLS connection, which trusts the same certificates as this
   * process.
   *
   * @param protocols the protocols that are offered (ALPN)
   */
  public SSLEngine tlsEngine(String... protocols) {
    try {
      SSLEngine engine = SSLContext.getDefault().createSSLEngine(host, port);
      engine.setUseClientMode(true);
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(protocols);
      engine.setSSLParameters(parameters);
      return engine;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  @Override
  public String toString() {
    return (tls ? "https://" : "http://") + authority() + path;
  }
}
