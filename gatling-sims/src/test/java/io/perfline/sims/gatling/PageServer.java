package io.perfline.sims.gatling;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server with pages like the recorder's: services, recordings and one recording, each with two
 * resources.
 */
final class PageServer implements AutoCloseable {

  /** Decides the status of responses that would be 200. */
  interface Mood {
    /** Returns the status, possibly after a delay. */
    int of(String path) throws InterruptedException;
  }

  private static final Pattern POST = Pattern.compile(".*/virtual-services/([^/]+)/recordings");
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final String HEAD =
      "<html><head><link rel='stylesheet' href='/recorder/style.css'></head><body>"
          + "<img src='/recorder/logo.png'><a href='/recorder/about'>about</a>";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> serviceOf = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> opened = new ConcurrentHashMap<>();
  private final Mood mood;

  PageServer(Mood mood) throws IOException {
    this.mood = mood;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    server.setExecutor(threads);
    server.createContext("/recorder", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      opened.computeIfAbsent(path, p -> new LongAdder()).increment();
      if (exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(stored(path, body), -1);
        return;
      }
      byte[] page = page(path).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", type(path));
      exchange.sendResponseHeaders(mood.of(path), page.length);
      exchange.getResponseBody().write(page);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int stored(String path, String body) {
    Matcher service = POST.matcher(path);
    Matcher id = ID.matcher(body);
    if (service.matches() && id.find()) {
      serviceOf.put(id.group(1), service.group(1));
      return 201;
    }
    return 400;
  }

  private static String type(String path) {
    return path.endsWith(".css") ? "text/css" : path.endsWith(".png") ? "image/png" : "text/html";
  }

  private String page(String path) {
    StringBuilder page = new StringBuilder(path.contains(".") ? "" : HEAD);
    if (path.equals("/recorder/")) {
      serviceOf.values().stream().distinct().forEach(s -> link(page, "services/" + s));
    } else if (path.matches("/recorder/services/[^/]+")) {
      String service = path.substring(path.lastIndexOf('/') + 1);
      serviceOf.forEach((id, of) -> link(page, service + "/recordings/" + id + "?at=1&amp;of=2"));
    }
    return page.toString();
  }

  private static void link(StringBuilder page, String href) {
    page.append("<a href='").append(href).append("'>it</a>");
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/recorder");
  }

  /** Returns the number of requests with matching paths. */
  long opened(String regex) {
    return opened.entrySet().stream()
        .filter(entry -> entry.getKey().matches(regex))
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
