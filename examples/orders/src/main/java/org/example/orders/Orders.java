package org.example.orders;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * A service that lists orders as JSON. It makes an ObjectMapper for each request, as many services
 * do.
 */
public final class Orders {

  record Item(String name, int quantity, double price) {}

  record Order(int id, String customer, List<Item> items) {}

  private static final List<Order> ORDERS =
      IntStream.range(0, 8)
          .mapToObj(id -> new Order(id, "customer " + id, List.of(new Item("tea", id + 1, 3.5))))
          .toList();

  private Orders() {}

  /** Listens on the port that is the only argument. */
  public static void main(String[] args) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // otherwise answers wait up to 40 ms
    InetAddress local = InetAddress.getLoopbackAddress();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(local, Integer.parseInt(args[0])), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/", Orders::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    byte[] json = new ObjectMapper().writeValueAsBytes(ORDERS);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, json.length);
    exchange.getResponseBody().write(json);
    exchange.close();
  }
}
