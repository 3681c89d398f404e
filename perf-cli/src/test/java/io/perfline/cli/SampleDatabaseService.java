package io.perfline.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A service with orders in PostgreSQL. Like Flyway, it applies the files of its folder {@code
 * migrations} when it starts, and refuses a database with a migration that it doesn't have.
 */
final class SampleDatabaseService {

  private static final int CUSTOMERS = 20_000;

  private static final ThreadLocal<Connection> CONNECTIONS =
      ThreadLocal.withInitial(SampleDatabaseService::connect);

  private SampleDatabaseService() {}

  /** Listens on the port in {@code PORT}; the database's address is in {@code SHOP_DB}. */
  public static void main(String[] args) throws Exception {
    migrate();
    String query = Files.readString(Path.of("query.sql"));
    AtomicLong requests = new AtomicLong();
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext(
        "/",
        exchange -> {
          count();
          byte[] body = orders(query, requests.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  private static Connection connect() {
    try {
      return DriverManager.getConnection(System.getenv("SHOP_DB"));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Counts a request in the Redis on the port in {@code CACHE_PORT}, if there is one. */
  private static void count() throws IOException {
    String cache = System.getenv("CACHE_PORT");
    if (cache != null) {
      try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(cache))) {
        socket.getOutputStream().write("INCR requests\r\n".getBytes(StandardCharsets.UTF_8));
        if (socket.getInputStream().read() != ':') {
          throw new IOException("Redis did not count the request");
        }
      }
    }
  }

  private static void migrate() throws IOException, SQLException {
    Connection connection = CONNECTIONS.get();
    try (Statement statement = connection.createStatement();
        Stream<Path> folder = Files.list(Path.of("migrations"))) {
      statement.execute("create table if not exists migrations (name text)");
      Set<String> applied = new HashSet<>();
      try (ResultSet rows = statement.executeQuery("select name from migrations")) {
        while (rows.next()) {
          applied.add(rows.getString(1));
        }
      }
      List<Path> own = folder.sorted().toList();
      for (Path migration : own) {
        if (!applied.remove(migration.getFileName().toString())) {
          statement.execute(Files.readString(migration));
          statement.execute(
              "insert into migrations values ('%s')".formatted(migration.getFileName()));
        }
      }
      if (!applied.isEmpty()) {
        throw new IllegalStateException("the database has migrations of another build: " + applied);
      }
    }
  }

  private static String orders(String query, long request) {
    try (PreparedStatement statement = CONNECTIONS.get().prepareStatement(query)) {
      statement.setInt(1, (int) (request % CUSTOMERS));
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return "{\"orders\": %d}".formatted(rows.getInt(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
