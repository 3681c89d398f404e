package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.net.URI;
import java.util.List;

/**
 * The sections {@code service}, {@code recorder} and {@code baseline}: a service under load.
 *
 * @param url without a slash at the end
 */
public record RecorderService(
    @Key(value = "Where it is deployed.", required = true) URI url,
    @Key("Its Kryonet ports.") List<HostPort> kryonet,
    @Key(value = "The topic of Kafka from which it takes messages.", otherwise = "recordings.in")
        String topicIn,
    @Key(
            value = "The topic to which it sends the ids of stored messages.",
            otherwise = "recordings.acks")
        String topicAcks) {

  public RecorderService {
    kryonet = List.copyOf(kryonet);
  }

  /** Creates one whose topics have the recorder's own names. */
  public RecorderService(URI url, List<HostPort> kryonet) {
    this(url, kryonet, "recordings.in", "recordings.acks");
  }
}
