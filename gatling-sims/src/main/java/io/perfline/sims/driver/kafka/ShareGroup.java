package io.perfline.sims.driver.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A group whose members acknowledge single messages (KIP-932): its lag is the number of messages
 * that are not yet acknowledged. Kafka 4.2 and later report it; earlier ones report only the first
 * such message.
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
