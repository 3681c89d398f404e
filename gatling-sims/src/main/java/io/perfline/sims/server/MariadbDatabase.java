package io.perfline.sims.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;

/** A database of MariaDB or MySQL, whose performance schema counts. */
record MariadbDatabase(DatabaseLogin login) implements CountingDatabase {

  private static final int PORT = 3306;

  private static final String CONNECT_MILLIS = "2000";

  private static final String SOCKET_MILLIS = "10000";

  /** The code of the error that a user may not read a table. */
  private static final int DENIED = 1142;

  /** The state of the error that the server doesn't count, which only this class throws. */
  private static final String NOT_COUNTING = "perfline";

  @Override
  public String server() {
    return login.server(PORT);
  }

  /**
   * Times are counted in picoseconds. Statements that a client has prepared in the server are
   * counted apart, as long as its connection keeps them.
   */
  @Override
  public String query() {
    return "select text, sum(calls), sum(picos) / 1e6 from ("
        + "select digest_text text, count_star calls, sum_timer_wait picos"
        + " from performance_schema.events_statements_summary_by_digest"
        + " where schema_name = database()"
        + " union all select s.sql_text, s.count_execute, s.sum_timer_execute"
        + " from performance_schema.prepared_statements_instances s"
        + " join performance_schema.threads t on t.thread_id = s.owner_thread_id"
        + " where t.processlist_db = database()"
        + ") counted where text not like '%performance_schema%' group by text";
  }

  /** Removes the quotes and most of the spaces that the server puts around each word. */
  @Override
  public String shown(String text) {
    return text.replace("`", "")
        .replace(" . ", ".")
        .replace("( ", "(")
        .replaceAll(" ([,)])", "$1")
        .strip();
  }

  @Override
  public Connection connect() throws SQLException {
    Properties settings = login.properties();
    settings.setProperty("connectTimeout", CONNECT_MILLIS);
    settings.setProperty("socketTimeout", SOCKET_MILLIS);
    // The key, with which a password is encrypted, could be that of an attacker elsewhere.
    settings.setProperty(
        "allowPublicKeyRetrieval", Boolean.toString(server().matches("(127\\.|localhost:).*")));
    Connection connection =
        new org.mariadb.jdbc.Driver().connect("jdbc:mariadb://" + login.place(), settings);
    try (Statement statement = connection.createStatement();
        ResultSet counts = statement.executeQuery("select @@performance_schema")) {
      if (counts.next() && counts.getInt(1) == 1) {
        return connection;
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    connection.close();
    throw new SQLException("the performance schema is off", NOT_COUNTING);
  }

  @Override
  public Optional<String> remedy(SQLException failure) {
    if (NOT_COUNTING.equals(failure.getSQLState())) {
      return Optional.of("start MariaDB or MySQL with performance_schema=ON");
    }
    return failure.getErrorCode() == DENIED
        ? Optional.of("'grant select on performance_schema.*' to the service's user")
        : Optional.empty();
  }
}
