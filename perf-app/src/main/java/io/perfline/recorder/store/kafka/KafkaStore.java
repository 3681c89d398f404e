package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.Page;
import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.core.Submission;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.settings.RecorderSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Writes recordings to a topic. The producer gathers the micro-batches itself, so a message goes to
 * it on its sender's thread; it is stored when all in-sync replicas have it. Newest is what was
 * written last.
 */
public final class KafkaStore implements Store {

  private final String topic;
  private final KafkaClients clients;
  private final KafkaTopics topics;
  private final KafkaRecordingReader reader;

  private volatile KafkaProducer<byte[], byte[]> producer;

  /** Prepares the store of these settings; nothing is connected before the first check. */
  public KafkaStore(RecorderSettings settings) {
    RecorderSettings.Kafka kafka = settings.kafka().orElseThrow();
    this.topic = kafka.topic();
    this.clients = new KafkaClients(settings);
    this.topics = new KafkaTopics(kafka, clients);
    this.reader = new KafkaRecordingReader(topic, clients);
  }

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public void check() throws StoreException {
    topics.require(List.of(topic));
    if (producer == null) {
      producer = connect();
    }
  }

  /** A producer that knows the topic already, as it never waits for that when sending. */
  private KafkaProducer<byte[], byte[]> connect() throws StoreException {
    KafkaProducer<byte[], byte[]> connecting = clients.recordings();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (true) {
      try {
        connecting.partitionsFor(topic);
        return connecting;
      } catch (KafkaException e) {
        if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
          connecting.close(Duration.ZERO);
          throw new StoreException("Kafka does not tell the producer about topic " + topic, e);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
  }

  @Override
  public void store(Submission submission) {
    Recording recording = submission.recording();
    try {
      // The callback hears of everything that the future would tell.
      var unused =
          producer.send(
              new ProducerRecord<>(
                  topic,
                  null,
                  KafkaRecord.key(recording),
                  recording.data(),
                  KafkaRecord.headers(recording)),
              (metadata, failure) -> answer(submission, metadata, failure));
    } catch (KafkaException | IllegalStateException e) {
      submission.refuse(refusal(e));
    }
  }

  private void answer(Submission submission, RecordMetadata metadata, Exception failure) {
    if (failure == null) {
      submission.stored(new KafkaLocator(metadata.partition(), metadata.offset()));
    } else {
      submission.refuse(refusal(failure));
    }
  }

  private static Refusal refusal(Exception failure) {
    if (failure instanceof RecordTooLargeException) {
      return Refusal.tooLarge("Kafka takes no message of this size: " + failure.getMessage());
    }
    if (failure instanceof TimeoutException) {
      return Refusal.timeout("Kafka has not answered in time: " + failure.getMessage());
    }
    return Refusal.unavailable("Kafka has not stored the message: " + failure);
  }

  @Override
  public Optional<Recording> find(UUID vsId, UUID id, String locator) throws StoreException {
    return reader.find(vsId, id, locator);
  }

  @Override
  public Page<RecordingSummary> list(UUID vsId, int size, String cursor) throws StoreException {
    return reader.list(vsId, size, cursor);
  }

  @Override
  public Page<UUID> services(int size, String cursor) throws StoreException {
    return reader.services(size, cursor);
  }

  @Override
  public void close(Duration limit) {
    if (producer != null) {
      producer.close(limit);
    }
    reader.close();
    topics.close();
  }
}
