package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.net.URI;
import java.util.List;

/**
 * The sections {@code service}, {@code recorder} and {@code baseline}: a service under load.
 *
 * @param url the address of the service, without a slash at the end
 */
public record RecorderService(
    @Key(value = "Sets the URL of the deployed service.", required = true) URI url,
    @Key("Lists the Kryonet ports of the service as host:port.") List<HostPort> kryonet,
    @Key(value = "Names the Kafka topic that the service consumes.", defaultValue = "recordings.in")
        String topicIn,
    @Key(
            value = "Names the Kafka topic to which the service sends the ids of stored messages.",
            defaultValue = "recordings.acks")
        String topicAcks) {

  public RecorderService {
    kryonet = List.copyOf(kryonet);
  }
}
