package io.perfline.dist;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * A service with an H2 database: in a file, which is locked while the service runs, or in a server.
 */
public final class DatabaseServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  private transient Connection connection;
  private long delayMillis;

  @Override
  public void init() throws ServletException {
    try (InputStream settings = DatabaseServlet.class.getResourceAsStream("/shop.properties")) {
      Properties properties = new Properties();
      properties.load(settings);
      delayMillis = Long.parseLong(properties.getProperty("delay"));
      Driver driver =
          (Driver) Class.forName("org.h2.Driver").getDeclaredConstructor().newInstance();
      connection = driver.connect("jdbc:h2:" + System.getProperty("shop.db"), new Properties());
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS orders (id INT)");
      }
    } catch (IOException | SQLException | ReflectiveOperationException e) {
      throw new ServletException(e);
    }
  }

  @Override
  protected synchronized void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
      rows.next();
      response.getWriter().print("{\"orders\": " + rows.getInt(1) + "}");
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void destroy() {
    try {
      connection.close();
    } catch (SQLException e) {
      log("the database can't be closed", e);
    }
  }
}
