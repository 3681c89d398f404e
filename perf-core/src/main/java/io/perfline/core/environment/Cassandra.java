package io.perfline.core.environment;

import java.util.List;

/**
 * @param datacenter the local one for the driver
 * @param user null when the cluster asks for none
 * @param password null exactly when {@code user} is
 * @param tls null when the connection is not encrypted
 */
public record Cassandra(
    List<HostPort> contactPoints, String datacenter, String user, String password, Tls tls) {
  public Cassandra {
    contactPoints = List.copyOf(contactPoints);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "Cassandra[contactPoints=%s, datacenter=%s, user=%s, password=%s, tls=%s]"
        .formatted(contactPoints, datacenter, user, password == null ? "none" : "***", tls);
  }
}
