package io.perfline.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A service with orders in PostgreSQL or MariaDB. When it starts, it applies the files of its
 * folder {@code db/migration} that the database has not yet, and ignores others, as Flyway does.
 * Files in its folder set the statement of a GET, how often it is executed, and the delay of a
 * POST.
 */
final class StoreService {

  private static final ThreadLocal<Connection> CONNECTIONS = new ThreadLocal<>();

  private StoreService() {}

  /** Listens on the port in {@code PORT}; {@code SHOP_DB} has the address of the database. */
  public static void main(String[] args) throws Exception {
    migrate();
    String query = Files.readString(Path.of("query.sql"));
    int times = number("times.txt");
    int delay = number("delay.txt");
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/health", exchange -> answer(exchange, 200));
    server.createContext(
        "/orders",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          if (exchange.getRequestMethod().equals("POST")) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delay));
            answer(exchange, execute("insert into orders values (7)", 1) ? 201 : 500);
          } else {
            answer(exchange, execute(query, times) ? 200 : 500);
          }
        });
    server.start();
  }

  private static int number(String file) throws IOException {
    return Integer.parseInt(Files.readString(Path.of(file)).strip());
  }

  private static String url() throws IOException {
    String variable = System.getenv("SHOP_DB");
    return variable == null ? Files.readString(Path.of("url.txt")).strip() : variable;
  }

  private static Properties login() {
    Properties login = new Properties();
    String user = System.getenv("SHOP_DB_USER");
    if (user != null) {
      login.setProperty("user", user);
    }
    return login;
  }

  private static void migrate() throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection(url(), login());
        Statement statement = connection.createStatement();
        Stream<Path> folder = Files.list(Path.of("db/migration"))) {
      statement.execute("create table if not exists migrations (name text)");
      List<Path> all = folder.sorted().toList();
      for (Path migration : all) {
        String name = "'%s'".formatted(migration.getFileName());
        try (ResultSet rows =
            statement.executeQuery("select 1 from migrations where name = " + name)) {
          if (rows.next()) {
            continue;
          }
        }
        statement.execute(Files.readString(migration));
        statement.execute("insert into migrations values (%s)".formatted(name));
      }
    }
  }

  /** Executes a statement several times; returns false if the database is not there. */
  private static boolean execute(String sql, int times) throws IOException {
    try {
      if (CONNECTIONS.get() == null) {
        CONNECTIONS.set(DriverManager.getConnection(url(), login()));
      }
      for (int i = 0; i < times; i++) {
        try (Statement statement = CONNECTIONS.get().createStatement()) {
          statement.execute(sql);
        }
      }
      return true;
    } catch (SQLException e) {
      CONNECTIONS.remove();
      return false;
    }
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
