package io.perfline.recorder.core;

/** A host name or IP address with a port. */
public record BindAddress(String host, int port) {

  /** Parses {@code host:port}; an IPv6 address must be in brackets. */
  public static BindAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("write host:port");
    }
    String host = text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    if (bracketed) {
      host = host.substring(1, host.length() - 1);
    }
    if (host.isBlank() || (!bracketed && host.indexOf(':') >= 0)) {
      throw new IllegalArgumentException("write host:port, an IPv6 address in brackets");
    }
    return new BindAddress(host, port(text.substring(colon + 1)));
  }

  /** Parses a port from 1 to 65535. */
  static int port(String text) {
    int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a port is a number from 1 to 65535");
    }
    return port;
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
