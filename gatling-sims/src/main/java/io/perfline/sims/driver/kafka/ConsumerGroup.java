package io.perfline.sims.driver.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

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
}
