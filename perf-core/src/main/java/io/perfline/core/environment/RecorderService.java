package io.perfline.core.environment;

import java.net.URI;
import java.util.List;

/**
 * The recorder under load.
 *
 * @param url where it is deployed, without a slash at the end
 * @param kryonet its Kryonet ports, none when it has none
 * @param topicIn the topic of Kafka that it takes messages from
 * @param topicAcks the topic that the ids of stored messages go to
 */
public record RecorderService(URI url, List<HostPort> kryonet, String topicIn, String topicAcks) {

  /** The recorder's own default. */
  static final String IN = "recordings.in";

  /** The recorder's own default. */
  static final String ACKS = "recordings.acks";

  public RecorderService {
    kryonet = List.copyOf(kryonet);
  }

  /** One whose topics have the recorder's own names. */
  public RecorderService(URI url, List<HostPort> kryonet) {
    this(url, kryonet, IN, ACKS);
  }
}
