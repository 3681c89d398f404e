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

  /** Omits the password. */
  @Override
  public String toString() {
    return "InfluxDb[url=%s, database=%s, user=%s, password=***]".formatted(url, database, user);
  }
}
