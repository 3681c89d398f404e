package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.run.ConsumerLag;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SessionValues;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;

/** Messages to a topic that is there, and the group that consumes them. */
final class TopicSession implements Session {
  private static final long TOPIC_MILLIS = 200;

  private final TopicLoad load;
  private final Kafka kafka;
  private final List<TopicPartition> partitions;
  private final CompiledText key;
  private final CompiledText value;
  private final GroupWatch group;

  private TopicSession(
      TopicLoad load,
      Kafka kafka,
      List<TopicPartition> partitions,
      CompiledText key,
      CompiledText value,
      GroupWatch group) {
    this.load = load;
    this.kafka = kafka;
    this.partitions = partitions;
    this.key = key;
    this.value = value;
    this.group = group;
  }

  /**
   * Returns once the group consumes, and has consumed what was there before.
   *
   * @param key of each message; null for none
   * @throws DriverException when there is no such topic, or the group isn't there in time
   */
  static TopicSession open(
      TopicLoad load, Kafka kafka, String topic, CompiledText key, CompiledText value)
      throws InterruptedException {
    Reachable.check("Kafka", kafka.bootstrap());
    long end = System.nanoTime() + load.within().toNanos();
    List<TopicPartition> partitions = TopicCount.partitions(kafka, topic);
    while (partitions.isEmpty() && load.group() != null && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(TOPIC_MILLIS); // a consumer that just starts may create it
      partitions = TopicCount.partitions(kafka, topic);
    }
    if (partitions.isEmpty()) {
      throw new DriverException(
          "Kafka at %s has no topic %s: the service or its build has to create it"
              .formatted(kafka.bootstrap(), topic));
    }
    GroupWatch group =
        load.group() == null
            ? null
            : GroupWatch.begin(kafka, load.group(), partitions, load.within());
    return new TopicSession(load, kafka, partitions, key, value, group);
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    SessionValues values =
        new SessionValues(load.data(), index, load.pace().connections(), load.name().hashCode());
    return new TopicConnection(properties(index), index, partitions, key, value, values, listener);
  }

  private Map<String, Object> properties(int index) {
    Map<String, Object> properties = KafkaAdmin.properties(kafka);
    // Kafka's own time is over a little before the engine's, which could not say why.
    int delivery = Math.toIntExact(load.timeout().toMillis() * 9 / 10);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "perfline-" + index);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, delivery);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery / 2);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 17 << 20);
    return properties;
  }

  /** Kafka has acknowledged each message; what became of them is the group's to tell. */
  @Override
  public OptionalLong stored() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<ConsumerLag> consumed(Instant from, Duration load) throws InterruptedException {
    return group == null
        ? Optional.empty()
        : Optional.of(group.caughtUp(from, from.plus(load), this.load.within()));
  }

  @Override
  public void close() {
    if (group != null) {
      group.close();
    }
  }
}
