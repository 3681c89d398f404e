package io.perfline.core.environment;

import io.perfline.core.yaml.SecretNames;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Optional;

/** What one value of an environment file may be. */
enum Form {
  TEXT("a text"),
  SECRET(SecretNames.expected()),
  URL("an http or https URL, as http://127.0.0.1:8080/recorder"),
  SERVER("host:port"),
  /** An item of a list. */
  ADDRESS("host:port"),
  ADDRESSES("host:port, several separated by commas"),
  FLAG("true or false");

  private final String what;

  Form(String what) {
    this.what = what;
  }

  /** What it wants, for a message. */
  String what() {
    return what;
  }

  /** Whether {@code text}, which has no variables left, is one. */
  boolean accepts(String text) {
    return switch (this) {
      case TEXT, SECRET -> !text.isBlank();
      case URL -> url(text).isPresent();
      case ADDRESSES -> Arrays.stream(text.split(",", -1)).allMatch(ADDRESS::accepts);
      case SERVER, ADDRESS -> HostPort.parse(text.strip()).isPresent();
      case FLAG -> text.equals("true") || text.equals("false");
    };
  }

  /** {@code text} as an http URL without a slash at its end. */
  static Optional<URI> url(String text) {
    try {
      URI uri = new URI(text.replaceAll("/+$", ""));
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean plain = uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null;
      return web && plain ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException notAUrl) {
      return Optional.empty();
    }
  }
}
