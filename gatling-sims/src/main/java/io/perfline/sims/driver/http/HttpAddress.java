package io.perfline.sims.driver.http;

import io.perfline.sims.driver.DriverException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
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

  static HttpAddress of(URI url) {
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
   * @param location the header {@code Location}, which may be relative to {@code from} (RFC 3986)
   */
  String target(String from, String location) {
    String to = location.replaceFirst("#.*", "");
    if (to.startsWith("//")) {
      to = (tls ? "https:" : "http:") + to;
    }
    if (to.matches("(?i)https?://.*")) {
      try {
        HttpAddress other = of(new URI(to));
        boolean same = other.host.equalsIgnoreCase(host) && other.port == port && other.tls == tls;
        return same ? other.path : null;
      } catch (URISyntaxException | DriverException e) {
        return null;
      }
    }
    String base = from.replaceFirst("\\?.*", "");
    if (to.isEmpty() || to.startsWith("?")) {
      return to.isEmpty() ? from : base + to;
    }
    String joined = to.startsWith("/") ? to : base.substring(0, base.lastIndexOf('/') + 1) + to;
    try {
      return joined.contains("/.") ? new URI(joined).normalize().toString() : joined;
    } catch (URISyntaxException e) {
      return joined; // Templates and services use characters that URI refuses.
    }
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
