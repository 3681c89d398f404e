package io.perfline.sims.driver.http2;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** A shop in a Tomcat with HTTP/2 and HTTP/1.1. */
final class TomcatHttp2Server implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger("org.apache");

  private final Tomcat tomcat = new Tomcat();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final Set<Integer> ports = ConcurrentHashMap.newKeySet();
  private final boolean tls;

  private TomcatHttp2Server(Path folder, boolean speaksHttp2, Path key, String password)
      throws LifecycleException {
    LOG.setLevel(Level.SEVERE);
    tls = key != null;
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    if (speaksHttp2) {
      connector.addUpgradeProtocol(new Http2Protocol());
    }
    if (tls) {
      connector.setSecure(true);
      connector.setScheme("https");
      connector.setProperty("SSLEnabled", "true");
      SSLHostConfig host = new SSLHostConfig();
      SSLHostConfigCertificate certificate =
          new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
      certificate.setCertificateKeystoreFile(key.toString());
      certificate.setCertificateKeystorePassword(password);
      host.addCertificate(certificate);
      connector.addSslHostConfig(host);
    }
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "shop", new Shop());
    context.addServletMappingDecoded("/", "shop");
    tomcat.start();
  }

  static TomcatHttp2Server plain(Path folder) throws LifecycleException {
    return new TomcatHttp2Server(folder, true, null, null);
  }

  /**
   * @param key PKCS12 store with a key and its certificate
   */
  static TomcatHttp2Server secured(Path folder, Path key, String password)
      throws LifecycleException {
    return new TomcatHttp2Server(folder, true, key, password);
  }

  static TomcatHttp2Server withoutHttp2(Path folder, Path key, String password)
      throws LifecycleException {
    return new TomcatHttp2Server(folder, false, key, password);
  }

  URI url() {
    return URI.create(
        "%s://127.0.0.1:%d"
            .formatted(tls ? "https" : "http", tomcat.getConnector().getLocalPort()));
  }

  /** Returns protocol, method, path and further details of each request. */
  List<String> received() {
    return received;
  }

  /** Returns the number of connections that requests used. */
  int connections() {
    return ports.size();
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    System.clearProperty("catalina.home"); // otherwise the next Tomcat creates this folder again
  }

  private final class Shop extends HttpServlet {

    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      ports.add(request.getRemotePort());
      String path = request.getRequestURI();
      String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
      String what = body.length() <= 100 ? body : "%d bytes".formatted(body.length());
      received.add(
          "%s %s %s%s %s"
              .formatted(request.getProtocol(), request.getMethod(), path, query, what)
              .strip());
      List<String> names = Collections.list(request.getHeaderNames());
      names.stream()
          .filter(Set.of("authorization", "cookie", "x-one")::contains)
          .forEach(name -> received.add(name + ": " + request.getHeader(name)));
      switch (path) {
        case "/orders" -> {
          response.setStatus(201);
          response.setHeader("Location", "/orders/17");
          response.addHeader("Set-Cookie", "session=abc; Path=/");
          response.setContentType("application/json");
          response.getWriter().write("{\"id\": 17, \"state\": \"NEW\"}");
        }
        case "/old" -> response.sendRedirect("/new");
        case "/broken" -> response.setStatus(503);
        case "/long" -> {
          byte[] part = new byte[64 * 1024];
          for (int i = 0; i < 17 * 16; i++) {
            response.getOutputStream().write(part);
          }
        }
        default -> {
          response.setContentType("text/plain");
          response.getWriter().write("It works.");
        }
      }
    }
  }
}
