package io.perfline.sims.gatling;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on a free loopback port that answers as a test requires. */
final class TinyServer implements AutoCloseable {

  /** Answers a request whose body has been read. */
  interface Answer {
    /** Returns the status of the response. */
    int to(String path, byte[] body) throws IOException, InterruptedException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private final Queue<String> paths = new ConcurrentLinkedQueue<>();

  TinyServer(Answer answer) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    server.setExecutor(threads);
    server.createContext("/", exchange -> handle(exchange, answer));
    server.start();
  }

  private void handle(HttpExchange exchange, Answer answer) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      paths.add(exchange.getRequestURI().getPath());
      bodies.add(new String(body, java.nio.charset.StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(answer.to(exchange.getRequestURI().getPath(), body), -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/recorder");
  }

  /** Returns all bodies in no strict order. */
  Queue<String> bodies() {
    return bodies;
  }

  Queue<String> paths() {
    return paths;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
