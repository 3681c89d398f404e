package io.perfline.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Somebody's service: orders that can be made and looked at, as slow as its folder says. */
final class SampleService {

  private SampleService() {}

  /** Listens on the port that {@code PORT} says. */
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    long delay = Long.parseLong(Files.readString(Path.of("delay.txt")).strip());
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext("/", exchange -> answer(exchange, delay));
    server.start();
  }

  private static void answer(HttpExchange exchange, long delayMillis) throws IOException {
    exchange.getRequestBody().readAllBytes();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
    byte[] body = "{\"id\": 7, \"state\": \"NEW\"}".getBytes(StandardCharsets.UTF_8);
    boolean post = exchange.getRequestMethod().equals("POST");
    exchange.getResponseHeaders().add("Location", "/orders/7");
    exchange.sendResponseHeaders(post ? 201 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
