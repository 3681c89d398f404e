package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.net.URI;

/** The section {@code influxdb}: the InfluxDB 1.x that contains the history. */
public record InfluxDb(
    @Key(value = "Sets the URL of InfluxDB.", required = true) URI url,
    @Key(value = "Names the database that stores the history.", required = true) String database,
    @Key(value = "Names the user who writes to the database.", required = true) String user,
    @Key(value = "Sets the password of the user.", required = true) String password) {

  /** The user for Grafana, who has only the permission to read. */
  public static final String READER = "perf_reader";

  /**
   * The days in one shard of permanent points. A query over a year opens each series once per
   * shard, which would take most of its time with InfluxDB's default of a week.
   */
  public static final int SHARD_DAYS = 84;

  /** Omits the password. */
  @Override
  public String toString() {
    return "InfluxDb[url=%s, database=%s, user=%s, password=***]".formatted(url, database, user);
  }
}
