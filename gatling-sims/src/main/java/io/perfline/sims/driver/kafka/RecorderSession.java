package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RecordingJson;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/**
 * A case through the recorder: its messages go into the topic that the recorder takes from, and
 * their ids come back once they are stored.
 */
final class RecorderSession implements Session {
  private final Kafka kafka;
  private final CaseSettings settings;
  private final List<TopicPartition> partitions;
  private final List<String> messages;
  private final BatchPlan plan;
  private final int scope = new Random().nextInt();
  private final Acknowledgements acknowledgements;

  private RecorderSession(
      Kafka kafka, CaseSettings settings, List<TopicPartition> in, List<TopicPartition> answers) {
    this.kafka = kafka;
    this.settings = settings;
    partitions = in;
    int bytes = settings.number(KafkaDriver.MESSAGE_BYTES);
    Payloads payloads = new Payloads(bytes, scope);
    UUID service = UUID.randomUUID();
    messages =
        IntStream.range(0, payloads.count())
            .mapToObj(i -> RecordingJson.of(service, i, payloads.body(i)))
            .toList();
    plan = BatchPlan.of(settings.number(KafkaDriver.BATCH_SIZE), messages.get(0).length());
    acknowledgements = new Acknowledgements(KafkaAdmin.properties(kafka), answers, scope);
  }

  /**
   * @param in the topic that the recorder takes from
   * @param acknowledgements the topic that it acknowledges in
   */
  static RecorderSession open(
      Kafka kafka, String in, String acknowledgements, CaseSettings settings)
      throws InterruptedException {
    if (settings.number("connections") > MessageId.CONNECTIONS
        || settings.number(KafkaDriver.BATCH_SIZE) > MessageId.MESSAGES) {
      throw new DriverException(
          "through the recorder at most %d connections and batches of %d messages are possible"
              .formatted(MessageId.CONNECTIONS, MessageId.MESSAGES));
    }
    return new RecorderSession(
        kafka, settings, partitions(kafka, in), partitions(kafka, acknowledgements));
  }

  private static List<TopicPartition> partitions(Kafka kafka, String topic)
      throws InterruptedException {
    List<TopicPartition> partitions = TopicCount.partitions(kafka, topic);
    if (partitions.isEmpty()) {
      throw new DriverException(
          "Kafka at %s has no topic %s, which the recorder makes when it takes messages from Kafka: start it with RECORDER_KAFKA_IN=true and this Kafka"
              .formatted(kafka.bootstrap(), topic));
    }
    return partitions;
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    Map<String, Object> producer = plan.producer(kafka, settings, index);
    return new RecorderConnection(
        producer, scope, index, partitions, messages, acknowledgements, settings, listener);
  }

  /** Empty: the recorder knows where it stores. */
  @Override
  public OptionalLong stored() {
    return OptionalLong.empty();
  }

  /** What the recorder stored is the recorder's: nothing to remove. */
  @Override
  public void close() {
    acknowledgements.close();
  }
}
