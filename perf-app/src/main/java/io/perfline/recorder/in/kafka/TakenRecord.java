package io.perfline.recorder.in.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record that was taken and is not done yet. */
record TakenRecord(ConsumerRecord<byte[], byte[]> record, PartitionProgress.Step step) {}
