package io.perfline.sims.server;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.run.Statements.Use;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PostgreSQL database that a service uses, with the user and password that the service has in its
 * own environment variables.
 *
 * @param place the address without user and password, such as {@code 127.0.0.1:5432/shop}
 */
public record PostgresDatabase(String place, String user, String password) {

  private static final int LONGEST_STATEMENT = 500;

  private static final Pattern URL =
      Pattern.compile(
          "(?:jdbc:)?postgres(?:ql)?://(?:(?<user>[^:@/\\s]+)(?::(?<password>[^@/\\s]*))?@)?"
              + "(?<place>[^/\\s?,]+/[^?\\s\"']+)(?:[?](?<query>[^\\s\"']*))?");

  private static final Pattern USER = Pattern.compile("(?i).*user(_?name)?");

  private static final Pattern PASSWORD = Pattern.compile("(?i).*(password|passwd|pwd)");

  private static final String STATEMENTS =
      "select query, sum(calls), sum(total_exec_time) * 1000 from pg_stat_statements"
          + " where dbid = (select oid from pg_database where datname = current_database())"
          + " group by query";

  private static final String MISSING =
      "%s has no pg_stat_statements: start PostgreSQL with"
          + " shared_preload_libraries=pg_stat_statements, and 'create extension"
          + " pg_stat_statements' in the database";

  /** A statement that changes or reads data; others, such as SET, are left out. */
  private static final Pattern OF_DATA =
      Pattern.compile("(?is)\\s*(select|insert|update|delete|merge|with|call)\\b.*");

  /**
   * Finds the database in the environment variables of a service.
   *
   * @param isUsed accepts {@code host:port} of a server to which the service is connected
   */
  public static Optional<PostgresDatabase> in(
      Map<String, String> variables, Predicate<String> isUsed) {
    return variables.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(variable -> of(variable.getKey(), variable.getValue(), variables))
        .filter(Objects::nonNull)
        .filter(database -> isUsed.test(database.server()))
        .findFirst();
  }

  private static PostgresDatabase of(String name, String value, Map<String, String> variables) {
    Matcher url = URL.matcher(value);
    if (!url.find()) {
      return null;
    }
    Map<String, String> query = new HashMap<>();
    for (String parameter : Objects.requireNonNullElse(url.group("query"), "").split("&")) {
      String[] pair = parameter.split("=", 2);
      query.put(pair[0], pair.length == 2 ? decoded(pair[1]) : "");
    }
    String user = first(decoded(url.group("user")), query.get("user"));
    String password = first(decoded(url.group("password")), query.get("password"));
    return new PostgresDatabase(
        url.group("place"),
        first(user, variable(name, USER, variables)),
        first(password, variable(name, PASSWORD, variables)));
  }

  private static String decoded(String text) {
    return text == null ? null : URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static String first(String one, String other) {
    return one == null ? other : one;
  }

  /** Returns the value of the variable whose name has most in common with that of the address. */
  private static String variable(String name, Pattern kind, Map<String, String> variables) {
    return variables.entrySet().stream()
        .filter(variable -> kind.matcher(variable.getKey()).matches())
        .filter(
            variable ->
                common(name, variable.getKey()) >= 3 || variable.getKey().matches("PG[A-Z]+"))
        .max(Comparator.comparingInt(variable -> common(name, variable.getKey())))
        .map(Map.Entry::getValue)
        .orElse(null);
  }

  private static int common(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length())
        && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }

  /** Returns the server, such as {@code 127.0.0.1:5432}. */
  public String server() {
    String server = place.substring(0, place.indexOf('/')).toLowerCase(Locale.ROOT);
    return server.matches(".*:\\d+") ? server : server + ":5432";
  }

  /**
   * Reads how often each statement was executed since the server counts, and for how long.
   *
   * @throws Fault exit code 3 with the reason if the server does not say
   */
  public Map<String, Use> statements() {
    Map<String, Use> statements = new HashMap<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(STATEMENTS)) {
      while (row.next()) {
        String text = row.getString(1);
        if (text != null && OF_DATA.matcher(text).matches() && !text.contains("pg_stat_")) {
          String shown = text.replaceAll("\\$\\d+", "?");
          statements.merge(
              OutsideText.line(shown, LONGEST_STATEMENT),
              new Use(row.getLong(2), row.getDouble(3)),
              Use::plus);
        }
      }
      return statements;
    } catch (SQLException e) {
      boolean missing = "42P01".equals(e.getSQLState()) || "55000".equals(e.getSQLState());
      throw Fault.noVerdict(
          missing
              ? MISSING.formatted(place)
              : "cannot read the statements of %s: %s"
                  .formatted(place, OutsideText.line(e.getMessage(), LONGEST_STATEMENT)));
    }
  }

  private Connection connect() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("connectTimeout", "2");
    settings.setProperty("loginTimeout", "4");
    settings.setProperty("socketTimeout", "10");
    settings.setProperty("ApplicationName", "perfline");
    if (user != null) {
      settings.setProperty("user", user);
    }
    if (password != null) {
      settings.setProperty("password", password);
    }
    return new org.postgresql.Driver().connect("jdbc:postgresql://" + place, settings);
  }

  /** Omits user and password. */
  @Override
  public String toString() {
    return place;
  }
}
