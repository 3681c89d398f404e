package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.DriverException;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets of the acknowledged messages. Their number alone does not suffice: a broker that lost
 * messages reuses their offsets, so a message that timed out but was stored would make up for one
 * that was acknowledged and lost.
 */
final class AcknowledgedOffsets {

  private final Map<TopicPartition, BitSet> partitions = new ConcurrentHashMap<>();
  private long twice;

  void add(RecordMetadata message) {
    if (!message.hasOffset()) {
      return; // stored at an offset that the broker no longer knows
    }
    TopicPartition partition = new TopicPartition(message.topic(), message.partition());
    BitSet offsets = partitions.computeIfAbsent(partition, any -> new BitSet());
    int offset = Math.toIntExact(message.offset());
    synchronized (this) {
      if (offsets.get(offset)) {
        twice++;
      }
      offsets.set(offset);
    }
  }

  /**
   * Compares the offsets with the current ends of the partitions.
   *
   * @throws DriverException if an offset was assigned twice, or is not below the end of its
   *     partition
   */
  synchronized void check(Map<TopicPartition, Long> ends) {
    long after = 0;
    for (Map.Entry<TopicPartition, BitSet> one : partitions.entrySet()) {
      long end = ends.getOrDefault(one.getKey(), 0L);
      after += one.getValue().stream().filter(offset -> offset >= end).count();
    }
    if (twice + after > 0) {
      throw new DriverException(
          ("%d acknowledged messages are not in Kafka: %d are after the end of their"
                      + " partition, of")
                  .formatted(twice + after, after)
              + " %d another has the offset".formatted(twice));
    }
  }
}
