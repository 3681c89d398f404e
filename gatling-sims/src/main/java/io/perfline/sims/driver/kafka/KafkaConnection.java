package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** One producer; its batches go to all partitions in turn. */
final class KafkaConnection implements Connection {

  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final KafkaProducer<byte[], byte[]> producer;
  private final TopicPartition[] partitions;
  private final byte[][] messages;
  private final int batchSize;
  private final long batchBytes;
  private final RequestListener listener;
  private final AcknowledgedOffsets acknowledged;
  private final Batch[] batches;
  private int nextPartition;
  private int nextMessage;

  /**
   * @param acknowledged where the offsets of what was acknowledged go; null for nowhere
   */
  KafkaConnection(
      Map<String, Object> properties,
      int index,
      List<TopicPartition> partitions,
      byte[][] messages,
      CaseSettings settings,
      RequestListener listener,
      AcknowledgedOffsets acknowledged) {
    this.partitions = partitions.toArray(TopicPartition[]::new);
    this.messages = messages;
    this.listener = listener;
    this.acknowledged = acknowledged;
    batchSize = settings.number(KafkaDriver.BATCH_SIZE);
    batchBytes = batchSize * settings.count(KafkaDriver.MESSAGE_BYTES);
    batches = new Batch[settings.number("in_flight")];
    nextPartition = index % partitions.size();
    producer = Producers.open(properties, index, partitions);
  }

  @Override
  public void send(long request) {
    Batch batch = batch(RequestListener.slot(request));
    batch.begin(request, batchSize);
    TopicPartition to = partitions[nextPartition];
    nextPartition = nextPartition + 1 == partitions.length ? 0 : nextPartition + 1;
    // One time for the whole batch keeps the records' size what BatchPlan computed.
    Long time = System.currentTimeMillis();
    Integer partition = to.partition();
    for (int i = 0; i < batchSize; i++) {
      try {
        var unused =
            producer.send(
                new ProducerRecord<>(to.topic(), partition, time, null, message()), batch);
      } catch (KafkaException e) {
        batch.failed(e.getClass().getSimpleName(), batchSize - i);
        return;
      }
      if (batch.hasFailed()) {
        // Every further message could block as long as this one.
        batch.failed(batch.failure(), batchSize - i - 1);
        return;
      }
    }
  }

  /** A slot's batch of before, unless answers to it are still to come. */
  private Batch batch(int slot) {
    Batch batch = batches[slot];
    if (batch == null || batch.pending()) {
      batch = new Batch(listener, batchBytes, acknowledged);
      batches[slot] = batch;
    }
    return batch;
  }

  private byte[] message() {
    byte[] message = messages[nextMessage];
    nextMessage = nextMessage + 1 == messages.length ? 0 : nextMessage + 1;
    return message;
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
