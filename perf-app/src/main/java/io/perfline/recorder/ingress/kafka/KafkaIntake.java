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

  private static final Duration CHECK = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration TO_CLOSE = Duration.ofSeconds(2);

  private final KafkaClients clients;
  private final RecorderSettings.Kafka kafka;
  private final RecorderSettings.KafkaIn topics;
  private final Recorder.Intake intake;
  private final Thread thread = new Thread(this::run, "recorder-kafka-intake");

  /** True if the topic was created again; the group's offsets in it are invalid then. */
  private boolean replaced;

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
      all.require(names());
      Replies replies = new Replies(clients.replies(), topics);
      try (KafkaConsumer<byte[], byte[]> consumer = clients.member(topics.group())) {
        while (!replies.ready()) {
          if (closing) {
            return;
          }
          Thread.sleep(20);
        }
        take(consumer, replies, all);
      } finally {
        replies.close(TO_CLOSE);
      }
    }
  }

  /** Consumes messages until the recorder stops, or the topic is not the same any more. */
  private void take(KafkaConsumer<byte[], byte[]> consumer, Replies replies, KafkaTopics all)
      throws InterruptedException {
    Processor processor = new Processor(intake, replies);
    TopicConsumer taking = new TopicConsumer(consumer, processor, topics.in(), replaced);
    long checkedAt = System.nanoTime();
    while (!closing) {
      String failure = taking.fault();
      fault = failure.isEmpty() ? "" : reason(failure);
      taking.pollOnce();
      if (System.nanoTime() - checkedAt > CHECK.toNanos()) {
        if (isReplaced(all)) {
          replaced = true;
          return; // without a commit, because the offsets are those of the topic that is gone
        }
        checkedAt = System.nanoTime();
      }
      replaced &= !taking.isAssigned();
    }
    taking.finish(TO_CLOSE);
  }

  /** Creates topics again that are gone; returns whether the topic of messages is one of them. */
  private boolean isReplaced(KafkaTopics all) {
    try {
      return all.require(names()).contains(topics.in());
    } catch (StoreException e) {
      LOG.log(Level.FINE, "the topics could not be checked", e); // the consumer reports it
      return false;
    }
  }

  private List<String> names() {
    return List.of(topics.in(), topics.acks(), topics.dead());
  }

  private void pause() {
    long end = System.nanoTime() + PAUSE.toNanos();
    while (!closing && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(20_000_000L);
    }
  }
}
