package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * An existing group of consumers: a consumer group, whose members commit offsets, or a share group,
 * whose members acknowledge single messages (KIP-932).
 *
 * @param failed the beginning of error messages, as in {@code could not report the lag}
 * @param before the end offsets of the watched partitions before the load
 */
record WatchedGroup(
    KafkaAdmin admin,
    String failed,
    String group,
    boolean shares,
    Map<TopicPartition, Long> before) {

  /**
   * Returns the group; empty if Kafka does not know it yet.
   *
   * @param before the end offsets of the partitions before the load; earlier messages count only in
   *     partitions that the group has begun to process
   */
  static Optional<WatchedGroup> find(
      KafkaAdmin admin, String failed, String group, Map<TopicPartition, Long> before)
      throws InterruptedException {
    return admin.get(failed, admin.client().listGroups().all()).stream()
        .filter(listing -> listing.groupId().equals(group))
        .findFirst()
        .map(listing -> listing.type().filter(GroupType.SHARE::equals).isPresent())
        .map(shares -> new WatchedGroup(admin, failed, group, shares, before));
  }

  /** Returns the number of watched partitions that are assigned; 0 if the group has ended. */
  int assigned() throws InterruptedException {
    try {
      return (int)
          assignments().flatMap(Set::stream).filter(before::containsKey).distinct().count();
    } catch (DriverException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return 0;
      }
      throw e;
    }
  }

  private Stream<Set<TopicPartition>> assignments() throws InterruptedException {
    List<String> groups = List.of(group);
    return shares
        ? admin
            .get(failed, admin.client().describeShareGroups(groups).all())
            .get(group)
            .members()
            .stream()
            .map(member -> member.assignment().topicPartitions())
        : admin
            .get(failed, admin.client().describeConsumerGroups(groups).all())
            .get(group)
            .members()
            .stream()
            .map(member -> member.assignment().topicPartitions());
  }

  /** Returns the number of messages that the group has not yet processed. */
  long lag() throws InterruptedException {
    List<TopicPartition> partitions = List.copyOf(before.keySet());
    return shares ? unacknowledged(partitions) : uncommitted(partitions);
  }

  /** Returns the number of messages from the committed offsets on. */
  private long uncommitted(List<TopicPartition> partitions) throws InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.get(
            failed, admin.client().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> ends = admin.ends(failed, partitions);
    long lag = 0;
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata offset = committed.get(partition);
      long from = offset == null ? before.get(partition) : offset.offset();
      lag += Math.max(0, ends.get(partition) - from);
    }
    return lag;
  }

  /**
   * Returns the number of messages that are not yet acknowledged. Kafka reports it since version
   * 4.2; earlier versions report only the offset of the first such message.
   */
  private long unacknowledged(List<TopicPartition> partitions) throws InterruptedException {
    Map<TopicPartition, SharePartitionOffsetInfo> known =
        admin.get(
            failed,
            admin
                .client()
                .listShareGroupOffsets(
                    Map.of(group, new ListShareGroupOffsetsSpec().topicPartitions(partitions)))
                .partitionsToOffsetInfo(group));
    Map<TopicPartition, Long> ends = admin.ends(failed, partitions);
    long lag = 0;
    for (TopicPartition partition : partitions) {
      lag += unacknowledged(known.get(partition), before.get(partition), ends.get(partition));
    }
    return lag;
  }

  /**
   * Returns the lag of a partition of a share group.
   *
   * @param known the offsets that Kafka reports; null if the group has not yet read from the
   *     partition
   */
  static long unacknowledged(SharePartitionOffsetInfo known, long before, long end) {
    if (known == null || known.startOffset() < 0) {
      return Math.max(0, end - before);
    }
    return known
        .lag()
        .filter(lag -> lag >= 0)
        .orElseGet(() -> Math.max(0, end - known.startOffset()));
  }
}
