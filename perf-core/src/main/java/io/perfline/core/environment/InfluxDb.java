package io.perfline.core.environment;

import java.net.URI;

/** The InfluxDB 1.x that keeps the history. */
public record InfluxDb(URI url, String database, String user, String password) {

  /** The user by whom Grafana reads, who may do nothing else. */
  public static final String READER = "perf_reader";

  /** Without the password. */
  @Override
  public String toString() {
    return "InfluxDb[url=%s, database=%s, user=%s, password=***]".formatted(url, database, user);
  }
}
