package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.util.List;

/** The section {@code etcd}. */
public record Etcd(
    @Key(value = "The etcd that cases with one member load.", required = true)
        List<HostPort> endpoints,
    @Key("The members of the cluster that other cases load.") List<HostPort> cluster) {}
