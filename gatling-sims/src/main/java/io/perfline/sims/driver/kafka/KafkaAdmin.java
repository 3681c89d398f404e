package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reasons;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * A client for questions to one Kafka; one that isn't answered is told with that Kafka's address.
 */
final class KafkaAdmin implements AutoCloseable {

  /** How long a question about topics may take: a dead broker is to be told at once. */
  private static final int API_MILLIS = 10_000;

  private static final int REQUEST_MILLIS = 4_000;
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Kafka kafka;
  private final Admin client;

  /**
   * Not yet connected.
   *
   * @throws DriverException when the environment's client properties are none
   */
  KafkaAdmin(Kafka kafka) {
    this.kafka = kafka;
    try {
      client = Admin.create(properties(kafka));
    } catch (KafkaException e) {
      throw new DriverException(
          "no client of Kafka at %s can be made with the environment's kafka.client: %s"
              .formatted(kafka.bootstrap(), why(e)),
          e);
    }
  }

  /** What reads a JAAS configuration quotes what it can't read, which may be a password. */
  private static String why(KafkaException e) {
    return e.getCause() instanceof IllegalArgumentException
        ? "sasl.jaas.config can't be read; needed: MODULE required username=\"…\" password=\"…\";"
        : Reasons.of(e);
  }

  /** What all clients need. */
  static Map<String, Object> properties(Kafka kafka) {
    Map<String, Object> properties = new HashMap<>(kafka.client());
    properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrap());
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_MILLIS);
    return properties;
  }

  Admin client() {
    return client;
  }

  /**
   * @param failed in words, what it means when it doesn't: {@code could not count the messages}
   * @throws DriverException when it doesn't; the cause is Kafka's
   */
  <T> T get(String failed, KafkaFuture<T> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new DriverException(
          "Kafka at %s %s: %s".formatted(kafka.bootstrap(), failed, Reasons.of(e.getCause())),
          e.getCause());
    }
  }

  /** The first offset of each partition, or its end, from its leader; {@code failed} as above. */
  Map<TopicPartition, Long> offsets(
      String failed, List<TopicPartition> partitions, OffsetSpec which)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(failed, client.listOffsets(wanted).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  @Override
  public void close() {
    client.close(CLOSE);
  }
}
