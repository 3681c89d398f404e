package io.perfline.core.environment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host and a TCP port, written {@code host:port} or {@code [ipv6]:port}. */
public record HostPort(String host, int port) {

  private static final Pattern FORM =
      Pattern.compile("(?:\\[(?<v6>[0-9A-Fa-f:.]+)]|(?<name>[A-Za-z0-9._-]+)):(?<port>\\d{1,5})");

  /** Parses a host and port; empty if {@code text} has another form. */
  public static Optional<HostPort> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(form.group("port"));
    if (port < 1 || port > 65_535) {
      return Optional.empty();
    }
    String host = form.group("v6") == null ? form.group("name") : form.group("v6");
    return Optional.of(new HostPort(host, port));
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
