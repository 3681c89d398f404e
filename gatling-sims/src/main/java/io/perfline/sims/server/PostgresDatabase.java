package io.perfline.sims.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** A PostgreSQL database, whose extension {@code pg_stat_statements} counts. */
record PostgresDatabase(DatabaseLogin login) implements CountingDatabase {

  private static final int PORT = 5432;

  /** The states of errors that mean that the extension is not installed, or not loaded. */
  private static final Set<String> NOT_COUNTING = Set.of("42P01", "55000");

  @Override
  public String server() {
    return login.server(PORT);
  }

  @Override
  public String query() {
    return "select query, sum(calls), sum(total_exec_time) * 1000 from pg_stat_statements"
        + " where dbid = (select oid from pg_database where datname = current_database())"
        + " and query not like '%pg_stat_%' group by query";
  }

  @Override
  public String shown(String text) {
    return text.replaceAll("\\$\\d+", "?");
  }

  @Override
  public Connection connect() throws SQLException {
    Properties settings = login.properties();
    settings.setProperty("connectTimeout", "2");
    settings.setProperty("loginTimeout", "4");
    settings.setProperty("socketTimeout", "10");
    settings.setProperty("ApplicationName", "perfline");
    return new org.postgresql.Driver().connect("jdbc:postgresql://" + login.place(), settings);
  }

  @Override
  public Optional<String> remedy(SQLException failure) {
    return NOT_COUNTING.contains(String.valueOf(failure.getSQLState()))
        ? Optional.of(
            "start PostgreSQL with shared_preload_libraries=pg_stat_statements, and 'create"
                + " extension pg_stat_statements' in the database")
        : Optional.empty();
  }
}
