package io.perfline.sims.slowed.agent;

import java.util.List;

/**
 * A method in which a request begins.
 *
 * @param type the internal name of its class, with slashes
 * @param descriptor the descriptor of the method; null for all methods with the name
 */
record EntryPoint(String type, String method, String descriptor) {

  /** The entry points of common HTTP servers. */
  static final List<EntryPoint> DEFAULTS =
      List.of(
          servlet("javax"),
          servlet("jakarta"),
          new EntryPoint("com/sun/net/httpserver/Filter$Chain", "doFilter", null),
          new EntryPoint("io/netty/handler/codec/http/HttpRequestDecoder", "createMessage", null));

  private static EntryPoint servlet(String edition) {
    return new EntryPoint(
        edition + "/servlet/http/HttpServlet",
        "service",
        "(L%1$s/servlet/ServletRequest;L%1$s/servlet/ServletResponse;)V".formatted(edition));
  }

  /** Creates the entry point that {@code package.Class#method} names. */
  static EntryPoint of(String text) {
    int end = text.indexOf('#');
    return new EntryPoint(text.substring(0, end).replace('.', '/'), text.substring(end + 1), null);
  }

  boolean is(String name, String described) {
    return method.equals(name) && (descriptor == null || descriptor.equals(described));
  }
}
