package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.util.List;

/** The section {@code etcd}. */
public record Etcd(
    @Key(
            value =
                "Lists the addresses, as host:port, of the etcd that cases with one member load.",
            required = true)
        List<HostPort> endpoints,
    @Key("Lists the members, as host:port, of the cluster that all other cases load.")
        List<HostPort> cluster) {}
