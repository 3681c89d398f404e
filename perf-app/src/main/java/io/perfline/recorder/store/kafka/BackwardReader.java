package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.RecordingSummary;
import io.perfline.recorder.message.Recording;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads a topic backwards and merges all partitions, newest first by record timestamp. Within a
 * partition the order is that of the offsets, so a cursor with one offset per partition neither
 * skips nor repeats records.
 */
final class BackwardReader {

  /** The number of records that are read first from a partition; a page often needs no more. */
  private static final int FIRST_WINDOW = 64;

  private static final int GROWTH = 4;
  private static final int LAST_WINDOW = 1024;
  private static final long LIMIT_NANOS = Duration.ofSeconds(5).toNanos();

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Deque<RecordHead>> windows =
      new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));

  /** The exclusive end of the unread part of each partition. */
  private final Map<TopicPartition, Long> ends =
      new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));

  private final Map<TopicPartition, Integer> sizes = new HashMap<>();
  private final Map<TopicPartition, Long> beginnings;
  private final String topic;
  private final long deadline = System.nanoTime() + LIMIT_NANOS;

  BackwardReader(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.topic = topic;
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map((PartitionInfo info) -> new TopicPartition(topic, info.partition()))
            .toList();
    this.beginnings = consumer.beginningOffsets(partitions);
  }

  void fromEnd() {
    ends.putAll(consumer.endOffsets(beginnings.keySet()));
  }

  /** Starts at a position that {@link #cursor} returned. */
  void from(String cursor) {
    Map<TopicPartition, Long> last = consumer.endOffsets(beginnings.keySet());
    for (String locator : cursor.split("\\.", -1)) {
      KafkaLocator end = KafkaLocator.parse(locator);
      TopicPartition partition = new TopicPartition(topic, end.partition());
      if (!beginnings.containsKey(partition)) {
        throw new IllegalArgumentException("the cursor is of another topic");
      }
      ends.put(partition, Math.min(end.offset(), last.get(partition)));
    }
  }

  /**
   * Returns the first and last offsets of the topic, which change only when records are added or
   * removed.
   */
  List<Map<TopicPartition, Long>> extent() {
    return List.of(beginnings, Map.copyOf(ends));
  }

  String cursor() {
    return String.join(
        ".",
        ends.entrySet().stream()
            .map(end -> new KafkaLocator(end.getKey().partition(), end.getValue()).text())
            .toList());
  }

  /** Returns the record at a position; null if there is none. */
  ConsumerRecord<byte[], byte[]> at(KafkaLocator locator) {
    TopicPartition partition = new TopicPartition(topic, locator.partition());
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    if (beginnings.containsKey(partition)
        && locator.offset() >= beginnings.get(partition)
        && locator.offset() < consumer.endOffsets(List.of(partition)).get(partition)) {
      Span span = new Span(locator.offset(), locator.offset() + 1);
      read(Map.of(partition, span), (ignored, record) -> found.add(record));
    }
    return found.isEmpty() ? null : found.get(0);
  }

  /** Returns the next older record; null if there is none. */
  RecordHead next() {
    fill();
    RecordHead newest = null;
    for (Deque<RecordHead> window : windows.values()) {
      RecordHead candidate = window.peekLast();
      if (candidate != null && (newest == null || candidate.timestamp() > newest.timestamp())) {
        newest = candidate;
      }
    }
    if (newest != null) {
      TopicPartition from = new TopicPartition(topic, newest.locator().partition());
      windows.get(from).removeLast();
      ends.put(from, newest.locator().offset());
    }
    return newest;
  }

  /** Reads more records from all partitions whose records have been used up. */
  private void fill() {
    for (Map<TopicPartition, Span> used = used(); !used.isEmpty(); used = used()) {
      used.keySet().forEach(partition -> windows.put(partition, new ArrayDeque<>()));
      read(used, (partition, record) -> windows.get(partition).add(RecordHead.of(record)));
      used.forEach(
          (partition, span) -> {
            if (windows.get(partition).isEmpty()) { // there are only gaps
              ends.put(partition, span.from());
            }
          });
    }
  }

  /** Returns the next range of each partition whose records have been used up. */
  private Map<TopicPartition, Span> used() {
    Map<TopicPartition, Span> used = new HashMap<>();
    for (TopicPartition partition : ends.keySet()) {
      long begin = beginnings.get(partition);
      long end = ends.get(partition);
      Deque<RecordHead> window = windows.get(partition);
      if ((window == null || window.isEmpty()) && end > begin) {
        int size =
            sizes.merge(
                partition, FIRST_WINDOW, (last, first) -> Math.min(GROWTH * last, LAST_WINDOW));
        used.put(partition, new Span(Math.max(begin, end - size), end));
      }
    }
    return used;
  }

  /**
   * Reads ranges of offsets. All partitions stay assigned, because a new assignment would fetch
   * metadata.
   */
  private void read(
      Map<TopicPartition, Span> spans,
      BiConsumer<TopicPartition, ConsumerRecord<byte[], byte[]>> found) {
    consumer.assign(beginnings.keySet());
    consumer.pause(beginnings.keySet());
    spans.forEach((partition, span) -> consumer.seek(partition, span.from()));
    Set<TopicPartition> open = new HashSet<>(spans.keySet());
    consumer.resume(open);
    while (!open.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException("partitions " + open + " were not read in time");
      }
      ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofMillis(200));
      for (TopicPartition partition : polled.partitions()) {
        for (ConsumerRecord<byte[], byte[]> record : polled.records(partition)) {
          if (spans.get(partition).contains(record.offset())) {
            found.accept(partition, record);
          }
        }
      }
      open.removeIf(partition -> consumer.position(partition) >= spans.get(partition).end());
    }
    consumer.pause(spans.keySet());
  }

  /** A range of offsets of a partition; the end is exclusive. */
  private record Span(long from, long end) {
    boolean contains(long offset) {
      return offset >= from && offset < end;
    }
  }

  /**
   * A record without its value, because hundreds are kept in memory.
   *
   * @param summary null if the record is not a recording
   */
  record RecordHead(KafkaLocator locator, long timestamp, RecordingSummary summary) {

    static RecordHead of(ConsumerRecord<byte[], byte[]> record) {
      KafkaLocator locator = new KafkaLocator(record.partition(), record.offset());
      return new RecordHead(locator, record.timestamp(), summary(record, locator));
    }

    private static RecordingSummary summary(
        ConsumerRecord<byte[], byte[]> record, KafkaLocator locator) {
      try {
        Recording recording = KafkaRecord.read(record.key(), record.headers(), record.value());
        return RecordingSummary.of(recording, locator.text());
      } catch (IllegalArgumentException e) {
        return null; // a record of another application
      }
    }
  }
}
