package io.perfline.sims.driver.http;

import io.perfline.sims.driver.DriverException;
import java.net.URI;

/**
 * Where requests go.
 *
 * @param host name or address
 * @param port its port, the scheme's own when the URL gives none
 * @param tls whether the scheme is {@code https}
 * @param path the path, with the query when there is one; at least {@code /}
 */
record HttpAddress(String host, int port, boolean tls, String path) {

  static HttpAddress of(URI url) {
    boolean tls = "https".equals(url.getScheme());
    if (url.getHost() == null || (!tls && !"http".equals(url.getScheme()))) {
      throw new DriverException(
          "'%s' is no address to load: it must be http://HOST[:PORT]/… or https://…"
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

  /** The value of the {@code Host} header. */
  String authority() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  @Override
  public String toString() {
    return (tls ? "https://" : "http://") + authority() + path;
  }
}
