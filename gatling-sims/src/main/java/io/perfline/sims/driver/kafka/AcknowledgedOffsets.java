package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.DriverException;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Where each acknowledged message is said to be. A broker that lost some gives their offsets to
 * others: counting alone would let a message that timed out and was stored stand for one that was
 * acknowledged and lost.
 */
final class AcknowledgedOffsets {

  private final Map<TopicPartition, BitSet> partitions = new ConcurrentHashMap<>();
  private long twice;

  void add(RecordMetadata message) {
    if (!message.hasOffset()) {
      return; // stored, but where was forgotten
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
   * Compares with where the partitions end now.
   *
   * @throws DriverException when an offset was given twice, or lies behind the end
   */
  synchronized void check(Map<TopicPartition, Long> ends) {
    long behind = 0;
    for (Map.Entry<TopicPartition, BitSet> one : partitions.entrySet()) {
      long end = ends.getOrDefault(one.getKey(), 0L);
      behind += one.getValue().stream().filter(offset -> offset >= end).count();
    }
    if (twice + behind > 0) {
      throw new DriverException(
          ("%d acknowledged messages are not in Kafka: %d are after the end of their"
                      + " partition, of")
                  .formatted(twice + behind, behind)
              + " %d another has the offset".formatted(twice));
    }
  }
}
