package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Messages straight into the topics of one case. */
final class KafkaSession implements Session {

  private final Kafka kafka;
  private final CaseSettings settings;
  private final CaseTopics topics;
  private final BatchPlan plan;
  private final byte[][] messages;
  private final AcknowledgedOffsets acknowledged;

  private KafkaSession(
      Kafka kafka, CaseTopics topics, String scope, CaseSettings settings, AcknowledgedOffsets to) {
    this.kafka = kafka;
    this.settings = settings;
    this.topics = topics;
    acknowledged = to;
    int bytes = settings.number(KafkaDriver.MESSAGE_BYTES);
    messages = new Recordings(bytes, scope.hashCode()).serialized();
    plan = BatchPlan.of(settings.number(KafkaDriver.BATCH_SIZE), messages[0].length);
  }

  /**
   * Creates the case's topics.
   *
   * @param acknowledged told where each message is; null when nobody asks
   */
  static KafkaSession open(
      Kafka kafka, String scope, CaseSettings settings, AcknowledgedOffsets acknowledged)
      throws InterruptedException {
    int each = settings.number(KafkaDriver.PARTITIONS);
    CaseTopics topics = new CaseTopics(kafka, scope, settings.number(KafkaDriver.TOPICS), each);
    boolean open = false;
    try {
      KafkaSession session = new KafkaSession(kafka, topics, scope, settings, acknowledged);
      topics.create(session.plan.largestRequest(), settings.number(KafkaDriver.REPLICAS));
      open = true;
      return session;
    } finally {
      if (!open) {
        topics.close();
      }
    }
  }

  CaseTopics topics() {
    return topics;
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    Map<String, Object> producer = plan.producer(kafka, settings, index);
    return new KafkaConnection(
        producer, index, topics.partitions(), messages, settings, listener, acknowledged);
  }

  @Override
  public OptionalLong stored() throws InterruptedException {
    return OptionalLong.of(topics.held());
  }

  @Override
  public OptionalDouble keptBytesPerMessage() throws InterruptedException {
    long stored = topics.held();
    long bytes = topics.bytes();
    return stored == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytes / settings.count(KafkaDriver.REPLICAS) / (double) stored);
  }

  @Override
  public void close() {
    try (topics) {
      topics.delete();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
