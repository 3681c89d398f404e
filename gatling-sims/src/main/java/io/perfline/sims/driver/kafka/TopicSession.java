package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.run.ConsumerLag;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.CompiledBody;
import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SessionValues;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Sends messages to an existing topic and watches the group that consumes them. */
final class TopicSession implements Session {

  private static final long TOPIC_MILLIS = 200;
  private static final int MAX_BYTES = 17 << 20;

  private final RowNumbers numbers = new RowNumbers();
  private final TopicLoad load;
  private final Kafka kafka;
  private final List<TopicPartition> partitions;

  /** The template of the keys; null if messages have no key. */
  private final CompiledText key;

  private final CompiledBody value;

  /** The group that consumes the messages; null if none is watched. */
  private final GroupWatch group;

  /**
   * Returns once the group consumes and has no lag.
   *
   * @throws DriverException if there is no such topic, or the group is not ready in time
   */
  TopicSession(TopicLoad load, Kafka kafka, String topic, CompiledText key, CompiledBody value)
      throws InterruptedException {
    this.load = load;
    this.kafka = kafka;
    this.key = key;
    this.value = value;
    partitions = partitions(topic);
    group =
        load.kafka().group() == null
            ? null
            : GroupWatch.begin(kafka, load.kafka().group(), partitions, load.kafka().within());
  }

  private List<TopicPartition> partitions(String topic) throws InterruptedException {
    long end = System.nanoTime() + load.kafka().within().toNanos();
    List<TopicPartition> found = TopicCount.partitions(kafka, topic);
    while (found.isEmpty() && load.kafka().group() != null && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(TOPIC_MILLIS); // a consumer that is starting may create it
      found = TopicCount.partitions(kafka, topic);
    }
    if (found.isEmpty()) {
      throw new DriverException(
          "Kafka at %s has no topic %s: the service or its build has to create it"
              .formatted(kafka.bootstrap(), topic));
    }
    return found;
  }

  @Override
  public void shard(int index, int count) {
    numbers.shard(index, count);
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    Map<String, Object> properties =
        KafkaAdmin.producer(kafka, index, "all", load.model().timeout());
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_BYTES);
    SessionValues values = new SessionValues(load.data(), index, numbers, load.name().hashCode());
    ByteText text = new ByteText();
    return new ProducerConnection(properties, index, partitions) {
      @Override
      public void send(long request) {
        values.begin();
        if (values.isUsedUp()) {
          listener.failed(request, "each row of the data was used once");
          return;
        }
        byte[] body = value.bytes(text, values);
        byte[] keyBytes = key == null ? null : key.bytes(text, values);
        try {
          var unused =
              producer.send(
                  new ProducerRecord<>(partitions.get(0).topic(), keyBytes, body),
                  (written, failure) -> {
                    if (failure == null) {
                      listener.succeeded(request, 1, body.length);
                    } else {
                      listener.failed(request, failure.getClass().getSimpleName());
                    }
                  });
        } catch (KafkaException e) {
          listener.failed(request, e.getClass().getSimpleName());
        }
      }
    };
  }

  @Override
  public Optional<ConsumerLag> consumed(Instant from, Duration length) throws InterruptedException {
    return group == null
        ? Optional.empty()
        : Optional.of(group.caughtUp(from, from.plus(length), load.kafka().within()));
  }

  @Override
  public void close() {
    if (group != null) {
      group.close();
    }
  }
}
