package io.perfline.sims.driver.kafka;

import io.perfline.sims.driver.DriverException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** A group of consumers that exists: a consumer group or a share group. */
interface WatchedGroup {

  /** Returns how many of the watched partitions are assigned to members of the group. */
  int assigned() throws InterruptedException;

  /** Returns the number of messages that the group has not yet processed. */
  long lag() throws InterruptedException;

  /**
   * Returns the group; empty if Kafka does not know it yet.
   *
   * @param failed what an error means, as in {@code could not report the lag}
   * @param before the ends of the partitions before the load; earlier messages don't count unless
   *     the group has begun to process them
   */
  static Optional<WatchedGroup> find(
      KafkaAdmin admin, String failed, String group, Map<TopicPartition, Long> before)
      throws InterruptedException {
    List<TopicPartition> partitions = List.copyOf(before.keySet());
    return admin.get(failed, admin.client().listGroups().all()).stream()
        .filter(listing -> listing.groupId().equals(group))
        .findFirst()
        .map(
            listing ->
                isShareGroup(listing)
                    ? new ShareGroup(admin, failed, group, partitions, before)
                    : new ConsumerGroup(admin, failed, group, partitions, before));
  }

  /** Returns how many of some partitions are assigned to members; 0 if the group has ended. */
  static <M> int assigned(
      Members<M> members, Function<M, Set<TopicPartition>> of, List<TopicPartition> partitions)
      throws InterruptedException {
    try {
      return (int)
          members.describe().stream()
              .flatMap(member -> of.apply(member).stream())
              .filter(partitions::contains)
              .distinct()
              .count();
    } catch (DriverException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return 0;
      }
      throw e;
    }
  }

  /** Asks Kafka for the members of a group. */
  interface Members<M> {
    Collection<M> describe() throws InterruptedException;
  }

  private static boolean isShareGroup(GroupListing listing) {
    return listing.type().filter(GroupType.SHARE::equals).isPresent();
  }

  /** A group whose members commit offsets: its lag is the number of messages after them. */
  record ConsumerGroup(
      KafkaAdmin admin,
      String failed,
      String group,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> before)
      implements WatchedGroup {

    @Override
    public int assigned() throws InterruptedException {
      return WatchedGroup.assigned(
          () ->
              admin
                  .get(failed, admin.client().describeConsumerGroups(List.of(group)).all())
                  .get(group)
                  .members(),
          member -> member.assignment().topicPartitions(),
          partitions);
    }

    @Override
    public long lag() throws InterruptedException {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin.get(
              failed,
              admin.client().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
      Map<TopicPartition, Long> ends = admin.ends(failed, partitions);
      long lag = 0;
      for (TopicPartition partition : partitions) {
        OffsetAndMetadata offset = committed.get(partition);
        long from = offset == null ? before.get(partition) : offset.offset();
        lag += Math.max(0, ends.get(partition) - from);
      }
      return lag;
    }
  }

  /**
   * A group whose members acknowledge single messages (KIP-932): its lag is the number of messages
   * that are not yet acknowledged. Kafka 4.2 and later report it; earlier ones report only the
   * first such message.
   */
  record ShareGroup(
      KafkaAdmin admin,
      String failed,
      String group,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> before)
      implements WatchedGroup {

    @Override
    public int assigned() throws InterruptedException {
      return WatchedGroup.assigned(
          () ->
              admin
                  .get(failed, admin.client().describeShareGroups(List.of(group)).all())
                  .get(group)
                  .members(),
          member -> member.assignment().topicPartitions(),
          partitions);
    }

    @Override
    public long lag() throws InterruptedException {
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
        lag += lag(known.get(partition), before.get(partition), ends.get(partition));
      }
      return lag;
    }

    /**
     * Returns the lag of a partition.
     *
     * @param known what Kafka reports; null if the group has not yet read from the partition
     */
    static long lag(SharePartitionOffsetInfo known, long before, long end) {
      if (known == null || known.startOffset() < 0) {
        return Math.max(0, end - before);
      }
      return known
          .lag()
          .filter(lag -> lag >= 0)
          .orElseGet(() -> Math.max(0, end - known.startOffset()));
    }
  }
}
