package io.perfline.core.environment;

import java.util.List;

/**
 * An etcd and a cluster of it.
 *
 * @param endpoints of the one that cases with one member load
 * @param cluster the members of the one that other cases load; none where there is no such cluster
 */
public record Etcd(List<HostPort> endpoints, List<HostPort> cluster) {
  public Etcd {
    endpoints = List.copyOf(endpoints);
    cluster = List.copyOf(cluster);
  }
}
