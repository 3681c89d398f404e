package io.perfline.deploy.environment;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Optional;

/** What a key of an environment file may hold. */
enum Kind {
  TEXT("a text"),
  SECRET("a variable, as ${NAME}: secrets are never written into the file"),
  URL("an http or https URL, as http://127.0.0.1:8080/recorder"),
  ADDRESSES("host:port, several separated by commas"),
  ADDRESS_LIST("a list of host:port"),
  FLAG("true or false"),
  PROPERTIES("keys and texts");

  private final String form;

  Kind(String form) {
    this.form = form;
  }

  /** What it wants, for a message. */
  String form() {
    return form;
  }

  boolean isScalar() {
    return this != ADDRESS_LIST && this != PROPERTIES;
  }

  /** What is wrong with {@code text}, which has no variables left. Never shows the text. */
  boolean accepts(String text) {
    return switch (this) {
      case TEXT, SECRET, PROPERTIES -> !text.isBlank();
      case URL -> url(text).isPresent();
      case ADDRESSES -> Arrays.stream(text.split(",", -1)).allMatch(Kind::isAddress);
      case ADDRESS_LIST -> isAddress(text);
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

  private static boolean isAddress(String text) {
    return HostPort.parse(text.strip()).isPresent();
  }
}
