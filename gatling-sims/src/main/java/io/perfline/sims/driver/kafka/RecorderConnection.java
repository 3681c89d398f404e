package io.perfline.sims.driver.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RecordingJson;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** One producer into the recorder's topic; a batch comes back when the recorder has stored it. */
final class RecorderConnection implements Connection {
  private static final Duration CLOSE = Duration.ofSeconds(1);
  private static final String UNREAD = "acknowledgements unread: ";

  private final KafkaProducer<byte[], byte[]> producer;
  private final TopicPartition[] partitions;
  private final Acknowledgements acknowledgements;
  private final byte[][] messages;
  private final int batchSize;
  private final int scope;
  private final int index;
  private final RequestListener listener;
  private final AwaitedBatch[] batches;
  private int nextPartition;
  private int nextMessage;

  RecorderConnection(
      Map<String, Object> properties,
      int scope,
      int index,
      List<TopicPartition> partitions,
      List<String> messages,
      Acknowledgements acknowledgements,
      CaseSettings settings,
      RequestListener listener) {
    this.partitions = partitions.toArray(TopicPartition[]::new);
    this.acknowledgements = acknowledgements;
    // Of its own, as it writes the ids into them; Kafka's producer copies what it is given.
    this.messages = messages.stream().map(text -> text.getBytes(US_ASCII)).toArray(byte[][]::new);
    this.scope = scope;
    this.index = index;
    this.listener = listener;
    batchSize = settings.number(KafkaDriver.BATCH_SIZE);
    long bytes = batchSize * settings.count(KafkaDriver.MESSAGE_BYTES);
    batches = new AwaitedBatch[settings.number("in_flight")];
    for (int slot = 0; slot < batches.length; slot++) {
      batches[slot] = new AwaitedBatch(listener, batchSize, bytes);
    }
    nextPartition = index % partitions.size();
    producer = Producers.open(properties, index, partitions);
    acknowledgements.tell(
        index,
        (request, message) -> {
          listener.acknowledged(MessageId.high(scope, index, message), request);
          batches[RequestListener.slot(request)].acknowledged(request, message);
        });
  }

  @Override
  public void send(long request) {
    String unread = acknowledgements.failure();
    if (unread != null) {
      listener.failed(request, UNREAD + unread);
      return;
    }
    AwaitedBatch batch = batches[RequestListener.slot(request)];
    batch.begin(request);
    TopicPartition to = partitions[nextPartition];
    nextPartition = nextPartition + 1 == partitions.length ? 0 : nextPartition + 1;
    // One time for the whole batch keeps the records' size what BatchPlan computed.
    Long time = System.currentTimeMillis();
    Integer partition = to.partition();
    for (int i = 0; i < batchSize; i++) {
      byte[] message = message(i, request);
      try {
        var unused =
            producer.send(new ProducerRecord<>(to.topic(), partition, time, null, message), batch);
      } catch (KafkaException e) {
        batch.failed(request, e.getClass().getSimpleName());
      }
      if (i < batchSize - 1 && batch.over(request)) {
        return; // every further message could block as long as this one
      }
    }
  }

  private byte[] message(int place, long request) {
    byte[] message = messages[nextMessage];
    nextMessage = nextMessage + 1 == messages.length ? 0 : nextMessage + 1;
    long high = MessageId.high(scope, index, place);
    RecordingJson.writeId(message, RecordingJson.ID_AT, high, request);
    return message;
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
