package io.perfline.sims.server;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.run.Statements.Use;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A database that counts the statements which it executes. */
public sealed interface CountingDatabase permits PostgresDatabase, MariadbDatabase {

  /** The longest text of a statement or of an error, in characters. */
  int LONGEST = 500;

  /** A statement that changes or reads data; others, such as SET, are left out. */
  Pattern OF_DATA =
      Pattern.compile("(?is)\\s*(select|insert|update|delete|merge|replace|with|call)\\b.*");

  /**
   * Finds the database in the environment variables of a service.
   *
   * @param isUsed accepts {@code host:port} of a server to which the service is connected
   */
  static Optional<CountingDatabase> in(Map<String, String> variables, Predicate<String> isUsed) {
    return DatabaseLogin.in(variables)
        .map(CountingDatabase::of)
        .flatMap(Optional::stream)
        .filter(database -> isUsed.test(database.server()))
        .findFirst();
  }

  private static Optional<CountingDatabase> of(DatabaseLogin login) {
    return switch (login.kind()) {
      case "postgresql", "postgres" -> Optional.of(new PostgresDatabase(login));
      case "mariadb", "mysql" -> Optional.of(new MariadbDatabase(login));
      default -> Optional.empty();
    };
  }

  DatabaseLogin login();

  /** Returns the server, such as {@code 127.0.0.1:5432}. */
  String server();

  /**
   * Returns a query for the text of each statement, the number of its executions, and the
   * microseconds of all of them.
   */
  String query();

  /** Returns the text of a statement in the form in which it is shown, with ? for values. */
  String shown(String text);

  /** Opens a connection that gives up after some seconds. */
  Connection connect() throws SQLException;

  /** Returns what must be done so that the server counts; empty if it failed for other reasons. */
  Optional<String> remedy(SQLException failure);

  /**
   * Reads how often each statement was executed since the server counts, and for how long.
   *
   * @throws Fault exit code 3 with the reason if the server does not say
   */
  default Map<String, Use> statements() {
    Map<String, Use> statements = new HashMap<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query())) {
      while (row.next()) {
        String text = row.getString(1);
        if (text != null && OF_DATA.matcher(text).matches()) {
          statements.merge(
              OutsideText.line(shown(text), LONGEST),
              new Use(row.getLong(2), row.getDouble(3)),
              Use::plus);
        }
      }
      return statements;
    } catch (SQLException e) {
      throw Fault.noVerdict(
          remedy(e)
              .map(todo -> "%s counts no statements: %s".formatted(login(), todo))
              .orElseGet(
                  () ->
                      "cannot read the statements of %s: %s"
                          .formatted(login(), OutsideText.line(e.getMessage(), LONGEST))));
    }
  }
}
