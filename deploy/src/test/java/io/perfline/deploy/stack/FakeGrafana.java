package io.perfline.deploy.stack;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** Answers {@code /api/health} at the configured address. */
final class FakeGrafana {

  private FakeGrafana() {}

  public static void main(String[] args) throws IOException {
    Path configuration = Path.of(args[0].substring("--config=".length()));
    int port =
        Files.readAllLines(configuration).stream()
            .filter(line -> line.startsWith("http_port = "))
            .map(line -> Integer.parseInt(line.substring("http_port = ".length())))
            .findFirst()
            .orElseThrow();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext(
        "/api/health",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }
}
