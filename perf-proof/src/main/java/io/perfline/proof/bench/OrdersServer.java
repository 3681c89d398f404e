package io.perfline.proof.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A service whose requests use as much CPU time as asked for, in a process of its own. */
final class OrdersServer {

  private static final int THREADS = 8;

  private OrdersServer() {}

  /** Serves on the port of the first argument; the second one is the work of each request. */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    long steps = Long.parseLong(arguments[1]);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body = Long.toString(compute(steps)).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  /** Uses CPU time in proportion to {@code steps}. */
  private static long compute(long steps) {
    long state = steps;
    for (long i = 0; i < steps; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
    }
    return state;
  }
}
