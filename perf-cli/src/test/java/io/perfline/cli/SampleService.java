package io.perfline.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A service with orders. Files in its folder set its delay and CPU use, after how many requests it
 * dies, how many bytes it retains per request, how many requests fill its cache, and for how many
 * seconds its JIT compiler is busy under load.
 */
final class SampleService {

  private static final int ENTRY = 1000;

  private static final Queue<byte[]> LEAK = new ConcurrentLinkedQueue<>();
  private static final Queue<byte[]> CACHE = new ConcurrentLinkedQueue<>();

  private SampleService() {}

  /** Listens on the port in {@code PORT}. */
  public static void main(String[] args) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    long delay = number("delay.txt");
    long work = number("work.txt");
    long ends = number("ends.txt");
    int leaked = (int) number("leak.txt");
    long cached = number("cache.txt");
    long compiles = number("compiles.txt");
    AtomicBoolean loaded = new AtomicBoolean();
    AtomicLong requests = new AtomicLong();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext(
        "/",
        exchange -> {
          if (requests.incrementAndGet() == ends) {
            System.out.println("no memory left");
            Runtime.getRuntime().halt(3);
          }
          boolean load = !exchange.getRequestURI().getPath().equals("/health");
          if (load && !loaded.getAndSet(true)) {
            RepeatedCompilation.start(compiles);
          }
          retain(requests.get(), leaked, cached);
          answer(exchange, delay, work);
        });
    server.start();
  }

  /** Retains some bytes of each request, or cache entries until the cache is full. */
  private static void retain(long request, int leaked, long cached) {
    if (leaked > 0) {
      LEAK.add(new byte[leaked]);
    }
    if (request <= cached) {
      CACHE.add(new byte[ENTRY]);
    }
  }

  /** Reads a number from a file; 0 if there is none. */
  private static long number(String file) throws IOException {
    Path path = Path.of(file);
    return Files.exists(path) ? Long.parseLong(Files.readString(path).strip()) : 0;
  }

  /** Uses CPU in proportion to {@code steps}. */
  private static long compute(long steps) {
    long state = steps;
    for (long i = 0; i < steps; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
    }
    return state;
  }

  private static void answer(HttpExchange exchange, long delayMillis, long work)
      throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().add("X-State", Long.toString(compute(work)));
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
    byte[] body = "{\"id\": 7, \"state\": \"NEW\"}".getBytes(StandardCharsets.UTF_8);
    boolean post = exchange.getRequestMethod().equals("POST");
    exchange.getResponseHeaders().add("Location", "/orders/7");
    exchange.sendResponseHeaders(post ? 201 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
