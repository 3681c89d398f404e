package io.perfline.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A service with a health path and an OpenAPI description, whose root is not found. */
final class DescribedService {

  private static final Map<String, String> PAGES =
      Map.of(
          "/healthz", "up",
          "/items", "[]",
          "/openapi.json",
              "{\"paths\": {\"/items/{id}\": {\"get\": {}}, \"/items\": {\"get\": {}}}}");

  private DescribedService() {}

  /** Listens on the port in {@code PORT}. */
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext(
        "/",
        exchange -> {
          String page = PAGES.get(exchange.getRequestURI().getPath());
          byte[] body = (page == null ? "none" : page).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(page == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }
}
