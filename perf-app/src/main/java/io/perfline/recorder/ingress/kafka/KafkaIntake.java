package io.perfline.recorder.ingress.kafka;

import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.StoreException;
import io.perfline.recorder.store.kafka.KafkaClients;
import io.perfline.recorder.store.kafka.KafkaTopics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;

/** The Kafka ingress, a thread that connects, consumes messages, and reconnects after a failure. */
public final class KafkaIntake {

  private static final Logger LOG = Logger.getLogger(KafkaIntake.class.getName());

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration TO_CLOSE = Duration.ofSeconds(2);

  private final KafkaClients clients;
  private final RecorderSettings.Kafka kafka;
  private final RecorderSettings.KafkaIn topics;
  private final Recorder.Intake intake;
  private final Thread thread = new Thread(this::run, "recorder-kafka-intake");

  private volatile String fault = "not connected yet";
  private volatile boolean closing;

  public KafkaIntake(RecorderSettings settings, Recorder.Intake intake) {
    this.clients = new KafkaClients(settings);
    this.kafka = settings.kafka().orElseThrow();
    this.topics = settings.kafkaIn().orElseThrow();
    this.intake = intake;
    thread.setDaemon(true);
  }

  /** Starts the thread that consumes messages. */
  public void start() {
    thread.start();
  }

  /** Returns the reason why the ingress does not work; empty while it works. */
  public String fault() {
    return thread.isAlive() || closing ? fault : "its thread has ended; see the log";
  }

  /** Stops consuming messages; those already consumed are still processed. */
  public void stopTaking() {
    closing = true;
  }

  /** Commits finished records and ends the thread. */
  public void close() throws InterruptedException {
    closing = true;
    thread.join(TO_CLOSE.toMillis() * 4);
    if (thread.isAlive()) {
      thread.interrupt();
      thread.join(TO_CLOSE.toMillis());
    }
  }

  private void run() {
    while (!closing) {
      try {
        takeFromKafka();
      } catch (StoreException | KafkaException e) {
        fault = reason(e.getMessage());
        LOG.log(Level.WARNING, "taking messages from Kafka failed and is retried", e);
      } catch (InterruptedException e) {
        return;
      }
      pause();
    }
  }

  private String reason(String failure) {
    return "Kafka at " + kafka.bootstrap() + ": " + failure;
  }

  private void takeFromKafka() throws StoreException, InterruptedException {
    try (KafkaTopics all = new KafkaTopics(kafka, clients)) {
      all.require(List.of(topics.in(), topics.acks(), topics.dead()));
    }
    Replies replies = new Replies(clients.replies(), topics);
    try (KafkaConsumer<byte[], byte[]> consumer = clients.member(topics.group())) {
      while (!replies.ready()) {
        if (closing) {
          return;
        }
        Thread.sleep(20);
      }
      Processor processor = new Processor(intake, replies);
      TopicConsumer taking = new TopicConsumer(consumer, processor, topics.in());
      while (!closing) {
        String failure = taking.fault();
        fault = failure.isEmpty() ? "" : reason(failure);
        taking.pollOnce();
      }
      taking.finish(TO_CLOSE);
    } finally {
      replies.close(TO_CLOSE);
    }
  }

  private void pause() {
    long end = System.nanoTime() + PAUSE.toNanos();
    while (!closing && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(20_000_000L);
    }
  }
}
