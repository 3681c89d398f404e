package io.perfline.recorder.ingress.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Consumes records while there is room, commits finished records, and retries failed ones. Only one
 * thread uses it.
 */
final class TopicConsumer implements ConsumerRebalanceListener {

  private static final Logger LOG = Logger.getLogger(TopicConsumer.class.getName());

  private static final long COMMIT_NANOS = Duration.ofMillis(250).toNanos();
  private static final long AGAIN_NANOS = Duration.ofMillis(100).toNanos();
  private static final long CHECK_NANOS = Duration.ofSeconds(5).toNanos();
  private static final Duration CHECK_LIMIT = Duration.ofSeconds(2);
  private static final Duration POLL = Duration.ofMillis(50);

  /**
   * The timeout of a poll while there is no room; such a poll returns no records and always takes
   * this time.
   */
  private static final Duration POLL_FULL = Duration.ofMillis(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Processor processor;
  private final Map<TopicPartition, PartitionProgress> progress = new HashMap<>();
  private long committedAt = System.nanoTime();
  private long triedAgainAt = System.nanoTime();
  private long checkedAt = System.nanoTime();
  private String fault = "";
  private boolean fromBeginning;

  /**
   * Subscribes to a topic.
   *
   * @param fromBeginning whether the partitions of the first assignment are consumed from their
   *     beginning, whatever the group has committed
   */
  TopicConsumer(
      Consumer<byte[], byte[]> consumer, Processor processor, String topic, boolean fromBeginning) {
    this.consumer = consumer;
    this.processor = processor;
    this.fromBeginning = fromBeginning;
    consumer.subscribe(List.of(topic), this);
  }

  void pollOnce() {
    boolean full =
        processor.full() || progress.values().stream().anyMatch(PartitionProgress::isFull);
    if (full) {
      consumer.pause(consumer.assignment());
    } else if (!consumer.paused().isEmpty()) {
      consumer.resume(consumer.paused());
    }
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(full ? POLL_FULL : POLL)) {
      TopicPartition partition = new TopicPartition(record.topic(), record.partition());
      PartitionProgress partitionProgress =
          progress.computeIfAbsent(partition, first -> new PartitionProgress());
      processor.take(record, partitionProgress.begin(record.offset()));
    }
    long now = System.nanoTime();
    if (now - triedAgainAt > AGAIN_NANOS) {
      triedAgainAt = now;
      processor.tryAgain();
    }
    if (now - committedAt > COMMIT_NANOS) {
      committedAt = now;
      commit(progress.keySet());
    }
    if (now - checkedAt > CHECK_NANOS) {
      checkedAt = now;
      fault = check();
    }
  }

  /** Returns whether this consumer has partitions to consume. */
  boolean isAssigned() {
    return !consumer.assignment().isEmpty();
  }

  /** Returns the reason why Kafka does not work; empty if it does. */
  String fault() {
    return fault.isEmpty() ? processor.fault() : fault;
  }

  /** Asks the brokers, because a poll does not report that they can't be reached. */
  private String check() {
    try {
      consumer.endOffsets(consumer.assignment(), CHECK_LIMIT);
      return "";
    } catch (KafkaException e) {
      return "the brokers do not answer: " + e.getMessage();
    }
  }

  /** Waits up to {@code limit} for unfinished records, and commits the finished ones. */
  void finish(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (processor.open() > 0 && System.nanoTime() - end < 0) {
      Thread.sleep(5);
    }
    commit(progress.keySet());
  }

  private void commit(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      PartitionProgress partitionProgress = progress.get(partition);
      long offset = partitionProgress == null ? -1 : partitionProgress.toCommit();
      if (offset >= 0) {
        offsets.put(partition, new OffsetAndMetadata(offset));
      }
    }
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets, Duration.ofSeconds(2));
      offsets.forEach((partition, offset) -> progress.get(partition).committed(offset.offset()));
    } catch (KafkaException e) {
      // The next commit includes these offsets. At worst the records are consumed again, which is
      // harmless.
      LOG.log(Level.FINE, "offsets could not be committed yet", e);
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    commit(partitions);
    partitions.forEach(progress::remove);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    partitions.forEach(progress::remove);
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (fromBeginning && !partitions.isEmpty()) {
      consumer.seekToBeginning(partitions);
      fromBeginning = false;
    }
  }

  /**
   * The progress of one partition. Records may finish in any order, but an offset is committed only
   * after all earlier records have finished.
   */
  static final class PartitionProgress {

    /** The number of records after an unfinished one at which no more records are consumed. */
    private static final int MAX_PENDING_RECORDS = 50_000;

    private final Deque<PendingRecord> pending = new ArrayDeque<>();
    private long committable = -1;
    private long committed = -1;

    /** Adds a record. This method is called in the order of the offsets. */
    synchronized PendingRecord begin(long offset) {
      PendingRecord record = new PendingRecord(offset);
      pending.add(record);
      return record;
    }

    synchronized boolean isFull() {
      return pending.size() >= MAX_PENDING_RECORDS;
    }

    /** Returns the offset to commit; -1 if there is nothing new. */
    synchronized long toCommit() {
      while (!pending.isEmpty() && pending.peek().done) {
        committable = pending.poll().offset + 1;
      }
      return committable == committed ? -1 : committable;
    }

    synchronized void committed(long offset) {
      committed = offset;
    }

    final class PendingRecord {

      private final long offset;
      private boolean done;

      private PendingRecord(long offset) {
        this.offset = offset;
      }

      /** Marks the record as finished. */
      void done() {
        synchronized (PartitionProgress.this) {
          done = true;
        }
      }
    }
  }
}
