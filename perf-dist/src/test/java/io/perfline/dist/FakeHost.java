package io.perfline.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that stores comments like the APIs of GitHub and GitLab. */
final class FakeHost implements AutoCloseable {

  /** The only token that it accepts. */
  static final String TOKEN = "s3cret";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGE = 100;

  private final ArrayNode comments = JSON.createArrayNode();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile boolean refuses;

  FakeHost() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the comments, which a test may change. */
  ArrayNode comments() {
    return comments;
  }

  String comment(int index) {
    return comments.get(index).get("body").asText();
  }

  /** Returns the method and path of each request. */
  List<String> asked() {
    return asked;
  }

  void refuse() {
    refuses = true;
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    asked.add(method + " " + path);
    byte[] body = exchange.getRequestBody().readAllBytes();
    boolean known =
        ("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))
            || TOKEN.equals(exchange.getRequestHeaders().getFirst("PRIVATE-TOKEN"));
    JsonNode answer = known && !refuses ? answer(exchange, method, path, body) : null;
    byte[] text = answer == null ? new byte[0] : answer.toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer == null ? 403 : 200, text.length == 0 ? -1 : text.length);
    exchange.getResponseBody().write(text);
    exchange.close();
  }

  private JsonNode answer(HttpExchange exchange, String method, String path, byte[] body)
      throws IOException {
    switch (method) {
      case "GET" -> {
        String query = exchange.getRequestURI().getQuery();
        int page = Integer.parseInt(query.replaceFirst(".*[?&]page=", ""));
        ArrayNode found = JSON.createArrayNode();
        for (int i = PAGE * (page - 1); i < Math.min(PAGE * page, comments.size()); i++) {
          found.add(comments.get(i));
        }
        return found;
      }
      case "POST" -> {
        int id = comments.size();
        return comments
            .addObject()
            .put("id", id)
            .put("body", JSON.readTree(body).get("body").asText());
      }
      default -> {
        int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
        ObjectNode changed = (ObjectNode) comments.get(id);
        return changed.put("body", JSON.readTree(body).get("body").asText());
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
