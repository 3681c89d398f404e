package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.net.URI;

/** The section {@code influxdb}: the InfluxDB 1.x that contains the history. */
public record InfluxDb(
    @Key(value = "Its address.", required = true) URI url,
    @Key(value = "The database.", required = true) String database,
    @Key(value = "The user who writes.", required = true) String user,
    @Key(value = "The user's password.", required = true) String password) {

  /** The user with whom Grafana reads, who may do nothing else. */
  public static final String READER = "perf_reader";

  /**
   * The days in one shard of permanent points. A query of a year opens each series once per shard,
   * which would take most of its time with InfluxDB's default of a week.
   */
  public static final int SHARD_DAYS = 84;

  /** Omits the password. */
  @Override
  public String toString() {
    return "InfluxDb[url=%s, database=%s, user=%s, password=***]".formatted(url, database, user);
  }
}
